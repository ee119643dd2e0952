import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serviceNames } from '@khmer-learning/contracts';
import { Deployment, type IDeployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { type INetworkPolicy, Ingress, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Service } from 'kubernetes-models/v1';
import { parse } from 'yaml';
import { readComposeFile } from './compose-file.fixture.ts';
import { type KubernetesManifest, kustomize } from './kustomize.fixture.ts';

/** Validators, from the OpenAPI schema that Kubernetes publishes. */
const models = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  Namespace,
  NetworkPolicy,
  PodDisruptionBudget,
  Service,
};

const base = join(import.meta.dirname, '../kubernetes/base');
const production = join(import.meta.dirname, '../kubernetes/overlays/production');
const isDeployment = (one: KubernetesManifest): one is KubernetesManifest & IDeployment =>
  one.kind === 'Deployment';

let manifests: KubernetesManifest[];
let deployments: (KubernetesManifest & IDeployment)[];

beforeAll(async () => {
  manifests = await kustomize(production);
  deployments = manifests.filter(isDeployment);
});

function settings(): Record<string, string> {
  const found = manifests.find(({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'settings');
  return (found?.data ?? {}) as Record<string, string>;
}
const named = (kind: string) => manifests.filter((one) => one.kind === kind).map((one) => one.metadata.name);
const appOf = ({ spec }: IDeployment) => spec?.template.spec?.containers[0];

type Labels = Readonly<Record<string, string>>;
interface Pod {
  readonly namespace: string;
  readonly labels: Labels;
}

const own = 'khmer-learning';
const prometheus: Pod = { namespace: 'monitoring', labels: { 'app.kubernetes.io/name': 'prometheus' } };

/** Whether the labels match a selector; an empty selector matches everything. */
function selects(selector: { matchLabels?: Labels } | undefined, labels: Labels): boolean {
  return Object.entries(selector?.matchLabels ?? {}).every(([name, value]) => labels[name] === value);
}

/** Whether the network policies allow a connection to a pod of a deployment: one policy that allows it is enough. */
function mayConnect(from: Pod, to: IDeployment, port: number): boolean {
  const policies = manifests.filter(
    (one): one is KubernetesManifest & INetworkPolicy => one.kind === 'NetworkPolicy',
  );
  const labels = to.spec?.template.metadata?.labels ?? {};
  const portNames = (appOf(to)?.ports ?? [])
    .filter((one) => one.containerPort === port)
    .map(({ name }) => name);
  return policies
    .filter(({ spec }) => selects(spec?.podSelector, labels))
    .flatMap(({ spec }) => spec?.ingress ?? [])
    .some(
      ({ from: peers, ports }) =>
        (ports ?? []).some((one) => one.port === port || portNames.includes(String(one.port))) &&
        (peers ?? [{ namespaceSelector: {} }]).some(
          ({ namespaceSelector, podSelector }) =>
            selects(podSelector, from.labels) &&
            (namespaceSelector
              ? selects(namespaceSelector, { 'kubernetes.io/metadata.name': from.namespace })
              : from.namespace === own),
        ),
    );
}

describe('the Kubernetes manifests', () => {
  it.each([
    ['base', base],
    ['production', production],
  ])('are what Kubernetes takes: %s', async (_name, folder) => {
    for (const manifest of await kustomize(folder)) {
      const Model = models[manifest.kind as keyof typeof models];
      expect([manifest.kind, manifest.apiVersion]).toEqual([manifest.kind, Model.apiVersion]);
      expect(() => new Model(manifest as never).validate()).not.toThrow();
    }
  });

  it('would reject what Kubernetes rejects', () => {
    const broken = { metadata: { name: 'x' }, spec: { replicas: 'two' } };
    expect(() => new Deployment(broken as never).validate()).toThrow();
  });

  it('run the same processes as docker-compose.yml', async () => {
    const { services } = await readComposeFile();
    const apps = Object.values(services).flatMap(({ build, profiles }) =>
      build && !profiles ? [build.args.APP] : [],
    );
    const expected = [...new Set(apps)].filter((app) => app !== 'deploy');
    expect(named('Deployment').sort()).toEqual(expected.sort());
    expect(named('Service').sort()).toEqual(expected.sort());
  });

  it('give every process probes, limits, a version and minimal privileges', () => {
    for (const deployment of deployments)
      expect(appOf(deployment)).toEqual(
        expect.objectContaining({
          image: expect.stringMatching(/^ghcr\.io\/khmer-learning\/[a-z-]+:\d+\.\d+\.\d+$/),
          readinessProbe: expect.anything(),
          livenessProbe: expect.anything(),
          resources: { requests: expect.anything(), limits: expect.anything() },
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        }),
      );
  });

  it('spread each app over the nodes by itself', () => {
    for (const { spec } of deployments)
      expect(spec?.template.spec?.topologySpreadConstraints?.[0]).toMatchObject({
        labelSelector: { matchLabels: { 'app.kubernetes.io/component': expect.any(String) } },
        matchLabelKeys: ['app.kubernetes.io/name'],
      });
  });

  it('restart the pods when a setting changes, because its hash is in the name of the config map', async () => {
    for (const folder of [base, production]) {
      const { configMapGenerator } = parse(await readFile(join(folder, 'kustomization.yaml'), 'utf8'));
      expect(configMapGenerator[0]).toMatchObject({ name: 'settings', envs: ['settings.env'] });
      expect(configMapGenerator[0]).not.toHaveProperty('options');
    }
  });

  it('believe the ingress, and not any pod, about the address of a client', () => {
    const { TRUST_PROXY = '' } = settings();
    expect(TRUST_PROXY).not.toMatch(/true|uniquelocal|^(10|172|192\.168)\./);
    const gateway = deployments.find(({ metadata }) => metadata.name === 'gateway');
    expect(gateway && appOf(gateway)?.env?.some(({ name }) => name === 'TRUST_PROXY')).toBe(false);
  });

  it('take no gateway out of service because another service is not ready', () => {
    const gateway = deployments.find(({ metadata }) => metadata.name === 'gateway');
    expect(gateway && appOf(gateway)).toMatchObject({
      readinessProbe: { httpGet: { path: '/readyz/gateway' } },
    });
  });

  it('keep some of every process running while nodes are drained', () => {
    expect(named('PodDisruptionBudget').sort()).toEqual(named('Deployment').sort());
  });

  it('scale services and gateway by their requests, without a fixed number of replicas', () => {
    expect(named('HorizontalPodAutoscaler').sort()).toEqual([...serviceNames].sort());
    for (const { metadata, spec } of deployments)
      if (serviceNames.some((name) => name === metadata.name)) expect(spec?.replicas).toBeUndefined();
  });

  it('let Prometheus in another namespace read the metrics for the autoscalers', () => {
    const scaled = deployments.filter(({ metadata }) => serviceNames.some((name) => name === metadata.name));
    expect(scaled).toHaveLength(serviceNames.length);
    for (const deployment of scaled) {
      const annotations = deployment.spec?.template.metadata?.annotations ?? {};
      const port = Number(annotations['prometheus.io/port']);
      const { name } = deployment.metadata;
      expect([name, annotations['prometheus.io/scrape']]).toEqual([name, 'true']);
      expect([name, mayConnect(prometheus, deployment, port)]).toEqual([name, true]);
    }
  });

  it('block other calls from other namespaces to a service', () => {
    const otherPods: Pod[] = [
      { ...prometheus, namespace: 'default' },
      { ...prometheus, labels: { 'app.kubernetes.io/name': 'grafana' } },
      { namespace: 'default', labels: {} },
    ];
    for (const deployment of deployments)
      for (const otherPod of otherPods)
        expect([deployment.metadata.name, mayConnect(otherPod, deployment, 8080)]).toEqual([
          deployment.metadata.name,
          deployment.metadata.name === 'gateway',
        ]);
  });

  it('drain a stopping process for longer than it takes to redirect traffic', () => {
    const drain = Number(settings().SHUTDOWN_DRAIN_MS);
    for (const { metadata, spec } of deployments)
      if (serviceNames.some((name) => name === metadata.name))
        expect(spec?.template.spec?.terminationGracePeriodSeconds).toBeGreaterThan(drain / 1_000 + 8);
  });

  it('give every process the same settings as docker-compose.yml', async () => {
    const { services } = await readComposeFile();
    const shared = settings();
    for (const deployment of deployments) {
      const given = new Set((appOf(deployment)?.env ?? []).map(({ name }) => name));
      for (const name of Object.keys(services[deployment.metadata.name]?.environment ?? {}))
        if (name !== 'OTEL_EXPORTER_OTLP_ENDPOINT' && name !== 'S3_REGION')
          expect([
            deployment.metadata.name,
            name,
            given.has(name) || given.has(`${name}_FILE`) || name in shared,
          ]).toEqual([deployment.metadata.name, name, true]);
    }
  });

  it("keep the gateway's figures from people: on a port of its own, which no way from outside leads to", () => {
    const gateway = deployments.find(({ metadata }) => metadata.name === 'gateway');
    const port = appOf(gateway as IDeployment)?.ports?.find(({ name }) => name === 'metrics')?.containerPort;
    const setting = appOf(gateway as IDeployment)?.env?.find(({ name }) => name === 'METRICS_PORT')?.value;
    const scraped = gateway?.spec?.template.metadata?.annotations?.['prometheus.io/port'];
    expect([setting, scraped]).toEqual([String(port), String(port)]);
    const ways = manifests.filter(
      ({ kind, metadata }) => metadata.name === 'gateway' && ['Service', 'NetworkPolicy'].includes(kind),
    );
    expect(ways).toHaveLength(2);
    expect(JSON.stringify(ways)).not.toMatch(/metrics|9464/);
  });

  it('contain no secrets', () => {
    expect(named('Secret')).toEqual([]);
    for (const deployment of deployments)
      for (const { name, value } of appOf(deployment)?.env ?? [])
        if (/PASSWORD|SECRET|_KEY|MONGODB_URI|NATS_URL|SMTP_URL|PAYPAL_/.test(name))
          expect(value).toMatch(/^\/etc\//);
  });
});
