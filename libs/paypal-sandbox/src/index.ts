export type { LoggedCall } from './control/call-log.ts';
export { type SandboxControl, sandboxControl } from './control/sandbox-control.ts';
export type { Switches } from './control/switches.ts';
export type { Totals } from './control/totals.ts';
export { type PaypalSandbox, type SandboxOptions, startPaypalSandbox } from './start-sandbox.ts';
export type { Capture, Order, Outcome, Refund, WebhookEvent } from './store/records.ts';
