export const fakeAssertion = {
  id: 'a2V5',
  response: {
    clientDataJSON: 'ZGF0YQ',
    authenticatorData: 'YXV0aA',
    signature: 'c2lnbg',
    userHandle: 'dXNlcg',
  },
};

const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0)).buffer;

/** Gives jsdom a browser's passkeys until the end of the test. @returns the fake of `navigator.credentials.get`; it signs at once */
export function fakePasskeys(offersInField = false) {
  const get = jest.fn(
    (_options: CredentialRequestOptions): Promise<unknown> =>
      Promise.resolve({
        id: fakeAssertion.id,
        rawId: bytes('key'),
        type: 'public-key',
        response: {
          clientDataJSON: bytes('data'),
          authenticatorData: bytes('auth'),
          signature: bytes('sign'),
          userHandle: bytes('user'),
        },
        getClientExtensionResults: () => ({}),
      }),
  );
  const isConditionalMediationAvailable = async () => offersInField;
  Object.assign(window, {
    PublicKeyCredential: Object.assign(jest.fn(), { isConditionalMediationAvailable }),
  });
  Object.assign(navigator, { credentials: { get } });
  return get;
}

export function removeFakePasskeys(): void {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
}
