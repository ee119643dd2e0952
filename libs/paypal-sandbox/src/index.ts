export type { LoggedCall } from './control/call-log.ts';
export type { MoneyTotals } from './control/money-totals.ts';
export { createSandboxControl, type SandboxControl } from './control/sandbox-control.ts';
export type { Switches } from './control/switches.ts';
export { startPaypalSandbox } from './start-paypal-sandbox.ts';
export type { Capture, Order, Refund, WebhookEvent } from './store/records.ts';
