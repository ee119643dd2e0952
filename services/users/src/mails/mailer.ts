import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from '@khmer-learning/service-kit';
import type { UsersConfig } from '../config.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same text as HTML. */
  readonly html: string;
}

export interface Mailer {
  /** Sends a mail, unless there is no such address. @throws when the SMTP server does not accept it now */
  send(mail: Mail): Promise<void>;
}

type MailerOptions = Pick<UsersConfig, 'SMTP_URL' | 'MAIL_FROM' | 'MAIL_DIR'>;

const smtpTimeoutMs = 10_000;

/** Creates a mailer that sends over SMTP, or, without an SMTP server, writes the text of each mail as a file into a folder. */
export function createMailer(options: MailerOptions, logger: Logger): Mailer {
  return options.SMTP_URL === undefined
    ? createFolderMailer(options, logger)
    : createSmtpMailer(options.SMTP_URL, options.MAIL_FROM, logger);
}

function createSmtpMailer(url: string, from: string, logger: Logger): Mailer {
  const timeouts = {
    connectionTimeout: smtpTimeoutMs,
    greetingTimeout: smtpTimeoutMs,
    socketTimeout: smtpTimeoutMs,
  };
  return {
    async send(mail) {
      // Two megabytes, which only those with an SMTP server need.
      const { createTransport } = await import('nodemailer');
      try {
        await createTransport({ url, ...timeouts }).sendMail({ from, ...mail });
      } catch (error) {
        if (!isBadAddress(error)) throw error;
        logger.warn('The SMTP server says that the address of a recipient does not exist, no mail sent');
      }
    },
  };
}

/** Whether the server has answered for good that there is no such address (RFC 3463, 5.1.x). */
function isBadAddress(error: unknown): boolean {
  return /^5\d\d[ -]5\.1\.(1|2|3|10) /.test((error as { response?: string }).response ?? '');
}

function createFolderMailer({ MAIL_DIR: folder, MAIL_FROM: from }: MailerOptions, logger: Logger): Mailer {
  return {
    async send({ to, subject, text }) {
      const date = new Date().toISOString();
      const file = join(folder, `${date.replaceAll(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.txt`);
      await mkdir(folder, { recursive: true });
      const content = `From: ${from}\nTo: ${to}\nSubject: ${subject}\nDate: ${date}\n\n${text}\n`;
      await writeFile(file, content, { mode: 0o600 });
      logger.info({ file }, 'Mail written');
    },
  };
}
