// As the gateway leaves it in the page. First of all imports: what is loaded later carries it.
__webpack_nonce__ = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce;
