import escapeHtml from 'escape-html';
import type { Order, PayerDecision } from '../store/records.ts';
import { toWireMoney } from '../wire/money.ts';

const pageStyle = `
  :root { color-scheme: light dark; --ink: #10233f; --soft: #4b5b73; --line: #c9d3e0; --card: #fff; --back: #eef2f7; --main: #0b57b7; --main-ink: #fff; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #eaf0f8; --soft: #b3c0d2; --line: #3b4a60; --card: #172233; --back: #0d1521; --main: #8ab8ff; --main-ink: #0a1a30; }
  }
  * { box-sizing: border-box; }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--back); color: var(--ink); font: 1rem/1.6 system-ui, "Noto Sans", "Noto Sans Khmer", "Khmer OS", sans-serif; }
  main { width: 100%; max-width: 26rem; padding: 1.5rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem; }
  .note { margin: 0 0 1rem; padding: .5rem .75rem; border: 1px dashed var(--line); border-radius: .5rem; color: var(--soft); font-size: .875rem; }
  h1 { margin: 0; font-size: 1.125rem; font-weight: 600; overflow-wrap: anywhere; }
  .amount { margin: .25rem 0; font-size: 2rem; font-weight: 700; line-height: 1.3; }
  .amount small { font-size: 1rem; font-weight: 400; color: var(--soft); }
  .what { margin: 0 0 1.25rem; color: var(--soft); line-height: 1.9; overflow-wrap: anywhere; }
  form + form { margin-top: .5rem; }
  h2 { margin: 1.25rem 0 .5rem; font-size: .875rem; font-weight: 600; color: var(--soft); }
  button, .button { display: block; width: 100%; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: .5rem; background: transparent; color: inherit; font: inherit; text-align: center; text-decoration: none; cursor: pointer; }
  button:hover, .button:hover { border-color: var(--ink); }
  button:focus-visible, .button:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
  .pay { border-color: var(--main); background: var(--main); color: var(--main-ink); font-weight: 600; }
`;

function renderPage(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<p class="note">PayPal sandbox: no real payment is made.</p>
${content}
</main>
</body>
</html>
`;
}

function renderDecisionForm(outcome: PayerDecision, label: string, className = ''): string {
  const look = className && ` class="${className}"`;
  return `<form method="post"><button name="outcome" value="${outcome}"${look}>${label}</button></form>`;
}

/** Khmer text needs `lang="km"` for screen readers and line breaking. */
const langAttribute = (text: string) => (/\p{Script=Khmer}/u.test(text) ? ' lang="km"' : '');

/** The approval page of an open order, with one form per outcome. */
export function renderApprovalPage(order: Order): string {
  const { value, currency_code } = toWireMoney(order.amount);
  const amount = new Intl.NumberFormat('en-US', { style: 'currency', currency: currency_code }).format(
    Number(value),
  );
  const shop = order.brandName ?? 'the shop';
  const what = order.description ?? `Order ${order.id}`;
  return renderPage(
    `Pay ${amount}`,
    `<h1>Pay <span${langAttribute(shop)}>${escapeHtml(shop)}</span></h1>
<p class="amount">${amount} <small>${currency_code}</small></p>
<p class="what"${langAttribute(what)}>${escapeHtml(what)}</p>
${renderDecisionForm('approve', `Pay ${amount}`, 'pay')}
${renderDecisionForm('cancel', 'Cancel and return')}
<h2>Simulate another outcome</h2>
${renderDecisionForm('decline', 'Decline payment')}
${renderDecisionForm('pending', 'Leave payment pending')}`,
  );
}

/** A page with one message and an optional link. */
export function renderMessagePage(message: string, link?: string): string {
  const onward = link ? `<p><a class="button pay" href="${escapeHtml(link)}">Return to the shop</a></p>` : '';
  return renderPage(message, `<h1>${escapeHtml(message)}</h1>\n${onward}`);
}
