import { config } from 'zod';

// What the page's Content-Security-Policy asks of the code it runs. First of all imports: it holds for what follows.

// The nonce as the gateway leaves it in the page.
__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
// zod tries whether it may generate code, here and in every remote; the browser would report each try.
config({ jitless: true });
