import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { repositoryRoot } from './compose-file.fixture.ts';

interface Alerts {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly runbook: string };
    }[];
  }[];
}
interface Dashboard {
  readonly panels: readonly {
    readonly id: number;
    readonly title: string;
    readonly targets: readonly { expr: string }[];
  }[];
}

const folder = join(repositoryRoot, 'deploy/observability');
/** Metrics of Node, the process and Prometheus, which are not declared in this repository. */
const externalMetrics = /^(nodejs_|process_|up$)/;
/** Keywords of PromQL, which are not metrics. */
const promqlKeywords = new Set([
  ...['sum', 'max', 'min', 'by', 'rate', 'topk', 'histogram_quantile', 'predict_linear', 'on', 'ignoring'],
]);

/** Every metric that the source declares: `name: 'outbox_depth'`, or the first argument of what creates it. */
async function declaredMetrics(): Promise<Set<string>> {
  const files = [
    'libs/service-kit/src/http/metrics.ts',
    'gateway/src/metrics.ts',
    'services/media/src/metrics.ts',
  ];
  const texts = await Promise.all(files.map((file) => readFile(join(repositoryRoot, file), 'utf8')));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/(?:name: |\(\s*)'([a-z_]+)'/g)].map(([, name]) => name ?? '')),
  );
}

function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\bby \([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '');
  return [...bare.matchAll(/\b[a-z_][a-z0-9_]{2,}/g)]
    .map(([word]) => word.replace(/_(bucket|count)$/, ''))
    .filter((word) => !promqlKeywords.has(word) && !externalMetrics.test(word));
}

describe('alerts and dashboard', () => {
  let alerts: Alerts['groups'][number]['rules'];
  let dashboard: Dashboard;

  beforeAll(async () => {
    const rules = parse(await readFile(join(folder, 'alerts.yml'), 'utf8')) as Alerts;
    alerts = rules.groups.flatMap((group) => group.rules);
    dashboard = JSON.parse(await readFile(join(folder, 'grafana-dashboard.json'), 'utf8')) as Dashboard;
  });

  it('uses only declared metrics in alerts and panels', async () => {
    const declared = await declaredMetrics();
    const expressions = [
      ...alerts.map(({ alert, expr }) => [alert, expr] as const),
      ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
    ];
    for (const [name, expr] of expressions)
      for (const metric of metricsIn(expr))
        expect([name, metric, declared.has(metric)]).toEqual([name, metric, true]);
  });

  it('has a runbook for each alert', async () => {
    const guide = await readFile(join(repositoryRoot, 'docs/operations.md'), 'utf8');
    for (const { alert, annotations, labels } of alerts) {
      expect(guide).toContain(`### ${alert}\n`);
      expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
      expect(['page', 'ticket']).toContain(labels.severity);
    }
  });

  it('gives every panel a unique position and id', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
