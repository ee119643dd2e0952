/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * The script of the page. Its source is embedded in the page, so it must not use anything outside this function. Key
 * and token are read from their fields for each call and never stored.
 */
export function docsPageScript(): void {
  const shownHeaders = ['ratelimit', 'etag', 'retry-after', 'x-request-id'];
  const inputValue = (id: string) => {
    const field = document.getElementById(id);
    return field instanceof HTMLInputElement ? field.value.trim() : '';
  };

  function requestUrlOf(form: HTMLFormElement): string {
    let path = form.dataset.path ?? '';
    const query = new URLSearchParams();
    for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[data-in]')) {
      const { name, value } = field;
      if (field.dataset.in === 'path') path = path.replace(`{${name}}`, encodeURIComponent(value));
      else if (field.dataset.in === 'query' && value !== '') query.append(name, value);
    }
    return query.size > 0 ? `${path}?${query}` : path;
  }

  function headersOf(form: HTMLFormElement): [string, string][] {
    const fields = [...form.querySelectorAll<HTMLInputElement>('[data-in="header"]')];
    return fields.flatMap(({ name, value }) => (value === '' ? [] : [[name, value]]));
  }

  function showResponse(output: HTMLOutputElement, lines: readonly string[], text: string): void {
    const pre = document.createElement('pre');
    pre.tabIndex = 0;
    pre.textContent = text;
    const summaryLines = lines.map((line) => {
      const paragraph = document.createElement('p');
      paragraph.textContent = line;
      return paragraph;
    });
    output.replaceChildren(...summaryLines, pre);
  }

  /** Pretty-prints JSON and returns any other text unchanged. */
  function formatJson(text: string): string {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  }

  async function send(form: HTMLFormElement, output: HTMLOutputElement): Promise<void> {
    const requestUrl = requestUrlOf(form);
    const method = form.dataset.method ?? 'GET';
    const body = form.querySelector('textarea')?.value;
    const key = inputValue('api-key');
    const token = inputValue('learner-token');
    const response = await fetch(requestUrl, {
      method,
      credentials: 'omit',
      headers: {
        ...Object.fromEntries(headersOf(form)),
        ...(key ? { 'X-API-Key': key } : {}),
        ...(token ? { Authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const summaryLines = shownHeaders.flatMap((name) => {
      const value = response.headers.get(name);
      return value === null ? [] : [`${name}: ${value}`];
    });
    showResponse(
      output,
      [`${method} ${requestUrl}`, `Status ${response.status}`, ...summaryLines],
      formatJson(await response.text()),
    );
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    event.preventDefault();
    const output = form.querySelector('output');
    const button = form.querySelector('button');
    if (!output || !button) return;
    button.disabled = true;
    send(form, output)
      .catch(() =>
        showResponse(output, ['The request could not be sent.'], 'Check the connection and try again.'),
      )
      .finally(() => {
        button.disabled = false;
      });
  });
}
