import { render, screen } from '@testing-library/react';
import { Badge } from '../data/badge.tsx';
import { Heading, Text } from './text.tsx';

test('marks what is written in Khmer as Khmer, and nothing else', () => {
  render(
    <>
      <Text>ខ្ញុំចង់ទៅផ្សារ</Text>
      <Text>Market: ផ្សារ</Text>
      <Text>Market</Text>
      <Text lang="en">ផ្សារ</Text>
    </>,
  );
  const languages = screen.getAllByText(/./).map(({ lang }) => lang);
  expect(languages).toEqual(['km', 'km', '', 'en']);
});

test('marks Khmer in headings and badges as well', () => {
  render(
    <>
      <Heading>ផ្សារ</Heading>
      <Heading>Market</Heading>
      <Badge>ផ្សារ</Badge>
      <Badge>Market</Badge>
    </>,
  );
  expect(screen.getAllByText(/./).map(({ lang }) => lang)).toEqual(['km', '', 'km', '']);
});
