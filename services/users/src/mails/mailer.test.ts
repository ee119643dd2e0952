import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createLogger } from '@khmer-learning/service-kit';
import { composeMail } from './compose-mail.ts';
import { createMailer } from './mailer.ts';

const mail = { to: 'sok@example.com', subject: 'Hello', text: 'A short text.', html: '<p>A short text.</p>' };
const logger = createLogger({ service: 'users', level: 'silent' });
const options = { MAIL_FROM: 'Khmer Learning <no-reply@example.com>', MAIL_DIR: '/nowhere' };

/** A minimal SMTP server for one mail. */
async function startSmtpServer(dataAnswer: string, recipientAnswer = '250 ok\r\n') {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        received.push(line);
        if (inData) {
          if (line !== '.') continue;
          inData = false;
          socket.write(dataAnswer);
        } else if (line === 'DATA') {
          inData = true;
          socket.write('354 go on\r\n');
        } else {
          socket.write(line.startsWith('RCPT') ? recipientAnswer : '250 ok\r\n');
        }
      }
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => server.close() };
}

it('sends over SMTP', async () => {
  const smtp = await startSmtpServer('250 stored\r\n');
  await createMailer({ ...options, SMTP_URL: smtp.url }, logger).send(mail);
  expect(smtp.received).toEqual(
    expect.arrayContaining([
      'MAIL FROM:<no-reply@example.com>',
      'RCPT TO:<sok@example.com>',
      'From: Khmer Learning <no-reply@example.com>',
      'Subject: Hello',
      'A short text.',
    ]),
  );
  smtp.close();
});

it('fails when the server does not take the mail', async () => {
  const smtp = await startSmtpServer('554 no\r\n');
  await expect(createMailer({ ...options, SMTP_URL: smtp.url }, logger).send(mail)).rejects.toThrow('554');
  smtp.close();
});

it.each([
  ['gives up', '550 5.1.1 No such user', true],
  ['may retry', '550 5.7.1 Relaying denied', false],
  ['may retry', '450 4.1.1 Try again later', false],
] as const)('%s when the server answers %s for the recipient', async (_action, answer, isResolved) => {
  const smtp = await startSmtpServer('', `${answer}\r\n`);
  const sending = createMailer({ ...options, SMTP_URL: smtp.url }, logger).send(mail);
  if (isResolved) await sending;
  else await expect(sending).rejects.toThrow(answer);
  smtp.close();
});

it('sends the text as HTML too, in which only our link is a link and nothing else is markup', async () => {
  const smtp = await startSmtpServer('250 stored\r\n');
  const link = 'https://learn.example/choose-password/a?b&c';
  const by = '"<img src=x>"@example.com';
  const values = { by, link, expiresAt: new Date(0) };
  const composed = composeMail('teacherInvitation', { email: mail.to, language: 'km' }, values);
  expect(composed.html).toContain('<html lang="km">');
  expect(composed.html).toContain('&quot;&lt;img src=x&gt;&quot;@example.com');
  expect(composed.html.match(/<a href="[^"]*">/g)).toEqual([
    '<a href="https://learn.example/choose-password/a?b&amp;c">',
  ]);
  expect(composed.text).toContain(by);
  expect(composed.text).toContain(`\n${link}\n`);
  await createMailer({ ...options, SMTP_URL: smtp.url }, logger).send(composed);
  const types = smtp.received.filter((line) => line.startsWith('Content-Type: '));
  expect(types.map((line) => line.replace(/;.*/, ''))).toEqual([
    'Content-Type: multipart/alternative',
    'Content-Type: text/plain',
    'Content-Type: text/html',
  ]);
  smtp.close();
});
