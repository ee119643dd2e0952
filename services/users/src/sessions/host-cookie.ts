import type { FastifyReply } from 'fastify';

/** Creates a cookie for this site. With an https address it is host-bound (`__Host-`) and `Secure`. */
export function createHostCookie(
  publicUrl: string,
  { cookie, secureCookie }: { readonly cookie: string; readonly secureCookie: string },
) {
  const secure = publicUrl.startsWith('https:');
  const name = secure ? secureCookie : cookie;
  const options = { httpOnly: true, sameSite: 'lax', path: '/', secure } as const;
  return {
    read: ({ request }: FastifyReply) => request.cookies[name],
    set(reply: FastifyReply, value: string, maxAge: number): void {
      reply.setCookie(name, value, { ...options, maxAge });
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(name, options);
    },
  };
}
