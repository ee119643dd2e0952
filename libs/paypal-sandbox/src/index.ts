export type { LoggedCall } from './control/call-log.ts';
export { type SandboxControl, createSandboxControl } from './control/sandbox-control.ts';
export type { Switches } from './control/switches.ts';
export type { MoneyTotals } from './control/money-totals.ts';
export { type PaypalSandbox, type SandboxOptions, startPaypalSandbox } from './start-paypal-sandbox.ts';
export type { Capture, Order, PayerDecision, Refund, WebhookEvent } from './store/records.ts';
