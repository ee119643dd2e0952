import { createHmac } from 'node:crypto';
import { lookup as lookupAddress } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { webhookLimits, webhookMessages } from '@khmer-learning/contracts';
import { ApiError } from '@khmer-learning/service-kit';
import ipaddr from 'ipaddr.js';
import type { DeliveryAttempt } from './webhook.model.ts';

const defaultTimeoutMs = 10_000;
/** Of an answer; the connection ends after it. */
const maxAnswerBytes = 64 * 1024;
/** A public address with which virtual machines of Azure reach their host. */
const azureHost = '168.63.129.16';

/** All addresses of IPv6 that are given to somebody (RFC 4291). ::127.0.0.1 is not among them. */
const globalIpv6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Sends webhooks to addresses outside of the network. */
export type WebhookSender = ReturnType<typeof createWebhookSender>;

/** `webhook-signature` of Standard Webhooks, with one signature for each secret. */
export function signatureOf(secrets: readonly Buffer[], id: string, timestamp: string, body: string): string {
  return secrets
    .map((secret) => createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64'))
    .map((signature) => `v1,${signature}`)
    .join(' ');
}

class InsideAddressError extends Error {
  override readonly name = 'InsideAddressError';
}

/** @param options.isLocal allows this machine, also without https @param options.lookup only for tests, as the time-out */
export function createWebhookSender(options: {
  readonly isLocal: boolean;
  readonly lookup?: typeof lookupAddress;
  readonly timeoutMs?: number;
}) {
  const { isLocal, lookup = lookupAddress, timeoutMs = defaultTimeoutMs } = options;

  /** Whether an IP address may be connected to: no private, shared, link-local, multicast, translated or reserved one. */
  function isAllowed(address: string): boolean {
    if (!ipaddr.isValid(address) || address === azureHost) return false;
    // Of ::ffff:10.0.0.1, the range of 10.0.0.1.
    const parsed = ipaddr.process(address);
    if (isLocal && parsed.range() === 'loopback') return true;
    return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(globalIpv6));
  }

  const isAllowedHost = (host: string) => isIP(host) === 0 || isAllowed(host);

  const lookUpAllowed: LookupFunction = (hostname, lookupOptions, callback) => {
    lookup(hostname, { ...lookupOptions, all: true }, (error, found) => {
      if (error) return callback(error, []);
      const [first] = found;
      if (!first || !found.every(({ address }) => isAllowed(address)))
        return callback(new InsideAddressError(), []);
      if (lookupOptions.all) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };

  /** The host of an address as an IP address is written. */
  const hostOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1');

  return {
    /** Refuses what needs no look-up. @throws ApiError 400 for one that is not https, has a password or is inside the network */
    checkAddress(address: string) {
      const url = new URL(address);
      const isThisMachine = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
      const refuse = (message: string) => {
        throw new ApiError(400, message, { issues: [{ path: 'address', message }] });
      };
      if (url.username !== '' || url.password !== '') refuse(webhookMessages.address);
      if (!isAllowedHost(hostOf(url)) || (isThisMachine && !isLocal)) refuse(webhookMessages.addressInside);
      const isLoopback =
        isThisMachine || (isIP(hostOf(url)) !== 0 && ipaddr.process(hostOf(url)).range() === 'loopback');
      if (url.protocol !== 'https:' && !(isLocal && isLoopback)) refuse(webhookMessages.address);
    },

    /**
     * Makes one attempt: 10 s in all, no redirects, no proxy. The host is looked up once, and only a checked address is
     * connected to. @param stopping aborts the attempt @throws its reason
     */
    async send(
      { address, headers, body }: { address: string; headers: Record<string, string>; body: string },
      stopping: AbortSignal,
    ): Promise<DeliveryAttempt> {
      const at = new Date();
      const started = performance.now();
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = AbortSignal.any([stopping, timeout]);
      const finish = (
        outcome: Partial<Pick<DeliveryAttempt, 'status' | 'answer' | 'failure' | 'detail'>>,
      ): DeliveryAttempt => ({
        ...{ at, headers, durationMs: Math.round(performance.now() - started) },
        ...{ status: null, answer: null, failure: null, detail: null, ...outcome },
      });
      try {
        const { status, answer } = await post(new URL(address), headers, body, signal);
        return finish({ status, answer });
      } catch (error) {
        stopping.throwIfAborted();
        if (error instanceof InsideAddressError) return finish({ failure: 'address' });
        if (timeout.aborted) return finish({ failure: 'timeout' });
        const { code } = error as NodeJS.ErrnoException;
        return finish({ failure: 'connection', detail: code ?? null });
      }
    },
  };

  async function post(
    url: URL,
    headers: Record<string, string>,
    body: string,
    signal: AbortSignal,
  ): Promise<{ status: number; answer: string }> {
    // A literal address is not looked up.
    if (!isAllowedHost(hostOf(url))) throw new InsideAddressError();
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    return new Promise((resolve, reject) => {
      let status: number | undefined;
      const chunks: Buffer[] = [];
      let size = 0;
      /** The status counts, whatever becomes of the rest. */
      const end = (error?: Error) => {
        if (status === undefined) reject(error);
        else resolve({ status, answer: startOf(Buffer.concat(chunks)) });
        request.destroy();
      };
      const request = send(
        url,
        { method: 'POST', headers, signal, agent: false, lookup: lookUpAllowed },
        (response) => {
          status = response.statusCode;
          response.on('data', (chunk: Buffer) => {
            size += chunk.length;
            if (size <= maxAnswerBytes) chunks.push(chunk);
            else end();
          });
          response.on('end', () => end()).on('error', end);
        },
      );
      request.on('error', end).end(body);
    });
  }
}

/** The beginning of an answer as text, without half of a character. */
function startOf(answer: Buffer): string {
  return new TextDecoder().decode(answer.subarray(0, webhookLimits.answer), { stream: true });
}
