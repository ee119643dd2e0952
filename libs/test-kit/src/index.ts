export { freePort, type LocalServer } from '@khmer-learning/local-stack';
export { eventually } from './eventually.ts';
export {
  type PrivateMongoOptions,
  type PrivateNatsOptions,
  startMongo,
  startNats,
} from './private-servers.ts';
export { type CodeProcess, type RunOptions, runTypeScript } from './run-typescript.ts';
export { scratchFolder } from './scratch.ts';
export { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
export { dropDatabase, testMongoUri } from './test-mongo.ts';
export { cleanNats, testNatsUrl } from './test-nats.ts';
