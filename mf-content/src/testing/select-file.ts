import { act, fireEvent } from '@testing-library/react';

export async function selectFile(file: File): Promise<void> {
  const input = document.querySelector('input[type="file"]');
  if (input === null) throw new Error('There is no file input');
  await act(async () => {
    fireEvent.change(input, { target: { files: [file] } });
  });
}
