import { X509Certificate } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import { parseBody } from '../wire/parse-body.ts';
import { resourceNotFound } from '../wire/paypal-error.ts';
import { signatureAlgorithm, verifySignature } from './signature.ts';
import { certificatesPath } from './transmission-headers.ts';

const verifySchema = z.object({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.looseObject({}),
});

/** Endpoints of the certificates and of PayPal's signature verification. */
export function webhookRoutes(app: FastifyInstance, sandbox: Sandbox): void {
  const { certificates, credentials, urlOf } = sandbox;

  app.get<{ Params: { name: string } }>(`${certificatesPath}/:name`, (request, reply) => {
    if (request.params.name !== certificates.name) throw resourceNotFound();
    return reply.type('application/x-pem-file').send(certificates.chainPem);
  });

  app.post(
    '/v1/notifications/verify-webhook-signature',
    { config: { call: 'webhooks.verify' } },
    (request) => {
      const body = parseBody(verifySchema, request.body);
      const isOwnCertificate =
        body.auth_algo === signatureAlgorithm &&
        body.webhook_id === credentials.webhookId &&
        body.cert_url === urlOf(`${certificatesPath}/${certificates.name}`);
      const parts = {
        transmissionId: body.transmission_id,
        time: body.transmission_time,
        webhookId: body.webhook_id,
        body: JSON.stringify(body.webhook_event),
      };
      const { publicKey } = new X509Certificate(certificates.chainPem);
      const isValid = isOwnCertificate && verifySignature(parts, body.transmission_sig, publicKey);
      return { verification_status: isValid ? 'SUCCESS' : 'FAILURE' };
    },
  );
}
