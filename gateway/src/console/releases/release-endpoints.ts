import {
  type BodyOf,
  browserReportSend,
  type Endpoint,
  type ParamsOf,
  type RemoteReleases as RemoteReleasesView,
  remoteFlagSet,
  remoteReleaseLive,
  remoteReleasesList,
} from '@khmer-learning/contracts';
import { ApiError, actorOf, type Logger, parseIfMatch } from '@khmer-learning/service-kit';
import type { FastifyRequest, RouteHandlerMethod } from 'fastify';
import { addressGroupOf, createRateLimiter } from '../../api/identity/rate-limiter.ts';
import { parseJson } from '../../http/parse-json.ts';
import { browserIdOf } from './browser-id.ts';
import type { RemoteReleases } from './remote-releases.ts';

/** Reports per minute of one address: a school's computers may share it. */
const reportsPerAddress = 600;
/** Reports per minute of everybody, at each gateway. */
const reportsOfAll = 12_000;
/** Addresses whose reports are counted at a time. */
const maxAddresses = 10_000;

/** Creates the handlers of the releases of remotes, and of browsers' reports about them. */
export function releaseHandlers(options: {
  readonly releases: RemoteReleases;
  readonly onReport: (report: BodyOf<typeof browserReportSend> & { version: string }) => void;
  readonly onIgnoredReport: (reason: 'rate' | 'unknown') => void;
  readonly logger: Logger;
}): Readonly<Record<string, RouteHandlerMethod>> {
  const { releases, onReport, onIgnoredReport, logger } = options;
  const byAddress = createRateLimiter<string>({ max: maxAddresses });
  const inTotal = createRateLimiter<string>({ max: 1 });

  const list: RouteHandlerMethod = async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return { remotes: releases.describe() };
  };

  const setLive: RouteHandlerMethod = (request): Promise<RemoteReleasesView> => {
    const { name: remote } = parse(remoteReleaseLive, 'params', request);
    const { build, share } = parse(remoteReleaseLive, 'body', request);
    return releases.setLive({ remote, build, share, ...basisOf(request) });
  };

  const setFlag: RouteHandlerMethod = (request): Promise<RemoteReleasesView> => {
    const { name: remote, flag } = parse(remoteFlagSet, 'params', request);
    const { share } = parse(remoteFlagSet, 'body', request);
    return releases.setFlag({ remote, flag, share, ...basisOf(request) });
  };

  const report: RouteHandlerMethod = async (request, reply) => {
    const limits = [
      byAddress.consume(addressGroupOf(request.ip), reportsPerAddress),
      inTotal.consume('all', reportsOfAll),
    ];
    const exceeded = limits.find(({ allowed }) => !allowed);
    if (exceeded) {
      onIgnoredReport('rate');
      throw new ApiError(429, 'Too many requests', { retryAfter: exceeded.resetSeconds });
    }
    const sent = parse(browserReportSend, 'body', request);
    const version = releases.versionOf(sent.remote, sent.build);
    if (version === undefined) {
      onIgnoredReport('unknown');
      return { counted: false };
    }
    onReport({ ...sent, version });
    const { remote, build, kind, error } = sent;
    if (kind !== 'page-load')
      logger.info({ remote, version, build, kind, error }, 'A remote failed in a browser');
    const { principal } = request;
    if (principal.kind === 'session')
      releases.count({
        remote,
        build,
        browserId: browserIdOf(request, reply, false),
        userId: principal.userId,
        isAdmin: principal.role === 'admin',
        failed: kind !== 'page-load',
      });
    return { counted: true };
  };

  return {
    [remoteReleasesList.id]: list,
    [remoteReleaseLive.id]: setLive,
    [remoteFlagSet.id]: setFlag,
    [browserReportSend.id]: report,
  };
}

/** Who makes a change, and the version on which it is based. @throws ApiError 400 without one */
function basisOf(request: FastifyRequest) {
  const expected = parseIfMatch(request.headers['if-match']);
  if (expected === undefined) throw new ApiError(400, 'If-Match is required');
  const cause = { actor: actorOf(request.principal), requestId: request.id, address: request.ip };
  return { expected, cause };
}

type Part = 'params' | 'body';
type PartOf<E, P extends Part> = P extends 'params' ? ParamsOf<E> : BodyOf<E>;

/** @throws ApiError 400 when the request does not match its contract */
function parse<E extends Endpoint, P extends Part>(
  endpoint: E,
  part: P,
  { params, body }: FastifyRequest,
): PartOf<E, P> {
  const parsed = endpoint[part]?.safeParse(
    part === 'params' ? params : Buffer.isBuffer(body) ? parseJson(body.toString()) : undefined,
  );
  if (!parsed?.success)
    throw new ApiError(400, parsed?.error.issues[0]?.message ?? 'The request is not valid');
  return parsed.data as PartOf<E, P>;
}
