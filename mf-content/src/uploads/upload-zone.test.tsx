import {
  clickButton,
  errorResponse,
  type FakeApi,
  type FakeResponse,
  fakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { uploadLimits } from '@khmer-learning/contracts';
import { FormField } from '@khmer-learning/ui-kit';
import { act, createEvent, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { selectFile } from '../testing/select-file.ts';
import { UploadZone } from './upload-zone.tsx';
import { useUpload } from './use-upload.ts';

let api: FakeApi;
const picture = new File(['x'], 'river.png', { type: 'image/png' });
const done: FakeResponse = {
  status: 201,
  body: { data: { url: '/uploads/r.png', filename: 'r.png' }, message: 'x' },
};
const uploads = () => api.sent('POST', '/api/upload');

function Host() {
  const [name, setName] = useState('');
  const upload = useUpload('icon', ({ filename }) => setName(filename));
  return (
    <FormField group label="Icon" error={upload.errorMessage ?? undefined}>
      <UploadZone upload={upload} hasFile={name !== ''}>
        <output>{name}</output>
      </UploadZone>
    </FormField>
  );
}

/** An upload whose response the test controls. */
function pending() {
  let answer = (_with: FakeResponse) => {};
  api.route(
    'POST /api/upload',
    () =>
      new Promise<FakeResponse>((resolve) => {
        answer = resolve;
      }),
  );
  return (given: FakeResponse) => act(async () => answer(given));
}

beforeEach(() => {
  resetBrowserState();
  api = fakeApi({ 'POST /api/upload': () => done });
  renderView(Host, 'main_lessons');
});

describe('uploading a file', () => {
  it('shows the progress, then the result', async () => {
    const answer = pending();
    await selectFile(picture);
    const bar = screen.getByRole('progressbar', { name: 'Uploading river.png' });
    expect(bar.getAttribute('aria-valuenow')).toBe('50');
    await answer(done);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('r.png')).toBeTruthy();
    expect(screen.getByText('File uploaded successfully!')).toBeTruthy();
  });

  it('can be cancelled', async () => {
    const answer = pending();
    await selectFile(picture);
    await clickButton('Cancel upload');
    await answer(done);
    expect(screen.queryByText('r.png')).toBeNull();
    expect(screen.getByRole('button', { name: 'Choose file' })).toBeTruthy();
  });

  it('takes a dropped and a pasted file', async () => {
    await act(async () => {
      fireEvent.drop(screen.getByRole('button', { name: 'Choose file' }), {
        dataTransfer: { files: [picture] },
      });
    });
    await act(async () => {
      fireEvent.paste(document.body, { clipboardData: { files: [picture], getData: () => '' } });
    });
    expect(uploads()).toHaveLength(2);
  });

  it('ignores pasted text, even if it includes a picture', async () => {
    const paste = createEvent.paste(document.body, {
      clipboardData: { files: [picture], getData: () => 'Words from a document' },
    });
    fireEvent(document.body, paste);
    expect(paste.defaultPrevented).toBe(false);
    expect(uploads()).toHaveLength(0);
  });

  it.each([
    [
      'of the wrong type',
      { type: 'image/webp' },
      1,
      'This file type is not supported. Choose a PNG or SVG file.',
    ],
    ['of no known type', { type: '' }, 1, 'This file type is not supported. Choose a PNG or SVG file.'],
    [
      'of a byte more than 10 MB',
      { type: 'image/png' },
      uploadLimits.bytes + 1,
      'The file is larger than 10 MB',
    ],
  ])('refuses a file %s before it is sent', async (_what, type, size, message) => {
    await selectFile(Object.defineProperty(new File(['x'], 'a', type), 'size', { value: size }));
    expect(screen.getByText(message)).toBeTruthy();
    expect(uploads()).toHaveLength(0);
  });

  it('takes a file of 10 MB', async () => {
    const file = new File(['x'], 'a', { type: 'image/png' });
    await selectFile(Object.defineProperty(file, 'size', { value: uploadLimits.bytes }));
    expect(uploads()).toHaveLength(1);
  });

  it('shows the server’s error on the field and in a toast, until the next attempt', async () => {
    api.route('POST /api/upload', () =>
      errorResponse(415, { message: 'This file is damaged or is not a picture' }),
    );
    await selectFile(picture);
    expect(await screen.findAllByText('This file is damaged or is not a picture')).toHaveLength(2);
    api.route('POST /api/upload', () => done);
    await selectFile(picture);
    expect(await screen.findByText('r.png')).toBeTruthy();
    expect(screen.queryByText('This file is damaged or is not a picture')).toBeNull();
  });

  it('shows the thrown error when the server gave no message', async () => {
    api.route('POST /api/upload', () => ({ status: 502, body: '' }));
    await selectFile(picture);
    expect((await screen.findAllByText('502: ""')).length).toBeGreaterThan(0);
  });
});
