import { startStack } from './start-stack.ts';

// Runs a stack until it is killed: <root> <dataDir> <port>.
const [root = '', dataDir = '', port = ''] = process.argv.slice(2);
const stack = await startStack({ root, dataDir, port: Number(port), seed: false, write: () => undefined });
console.log(JSON.stringify(stack.processes.map(({ pid }) => pid)));
