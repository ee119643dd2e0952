import { config } from 'zod';

// Prepares the page's code for its Content-Security-Policy. It must be the first import, before the code it affects.

// The nonce that the gateway writes into the page.
__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// zod tests whether it may generate code, here and in every remote. The browser would report each test as a violation.
config({ jitless: true });
