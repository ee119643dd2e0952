import { hash } from 'node:crypto';
import { type RunningGateway, startGateway } from '../gateway.fixture.ts';

let gateway: RunningGateway;

beforeAll(async () => {
  gateway = await startGateway({});
});
afterAll(() => gateway.stop());

const linksIn = (page: string) => [...page.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);

it('shows everyone the guides, in pages without scripts whose links all lead somewhere', async () => {
  const paths = linksIn(await (await gateway.call('/docs')).text()).filter((path) => /^\/docs\//.test(path));
  expect(new Set(paths).size).toBeGreaterThan(5);
  const pages = new Map<string, string>();
  for (const path of new Set(['/docs', ...paths])) {
    const answer = await gateway.call(path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const page = await answer.text();
    const style = /<style>(.*)<\/style>/s.exec(page)?.[1] ?? '';
    expect(answer.headers.get('content-security-policy')).toContain(
      `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; img-src data:; form-action 'none'`,
    );
    expect(page).not.toMatch(/<script|<!--|\sstyle=|<img/);
    pages.set(path, page);
  }
  const broken = [...pages].flatMap(([from, page]) =>
    linksIn(page).filter((href) => {
      if (/^(https:\/\/|data:,$|\/api\/v1\/)/.test(href)) return false;
      const [path, anchor] = href.split('#');
      const target = pages.get(path || from);
      return target === undefined || (anchor !== undefined && !target.includes(`id="${anchor}"`));
    }),
  );
  expect(broken).toEqual([]);
  const remotes = pages.get('/docs/remotes');
  expect(remotes).toContain('<h2 id="the-registry">The registry</h2>');
  expect(remotes).toContain('{ &quot;name&quot;: &quot;word-games&quot;');
  expect(remotes).not.toContain('CONTRIBUTING.md');
  expect(pages.get('/docs/api-v1')).toContain('<a href="/api/v1/docs">');
});

it('sends a page again only if it has changed, and a page that says so for a guide that is not there', async () => {
  const first = await gateway.call('/docs/remotes/?from=mail');
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
  expect([first.status, first.headers.get('cache-control')]).toEqual([200, 'no-cache']);
  expect((await gateway.call('/docs/remotes', { headers })).status).toBe(304);
  expect((await gateway.call('/docs/extensions', { headers })).status).toBe(200);
  for (const path of ['/docs/none', '/docs/..%2fserver', '/docs/remotes/more']) {
    const missing = await gateway.call(path, { headers });
    expect([missing.status, missing.headers.get('etag')]).toEqual([404, null]);
    expect(await missing.text()).toContain('There is no such guide');
  }
});
