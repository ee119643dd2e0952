// Accepts every mail on port 1025 and shows their texts on port 8025.
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

console.log('stand-in for mailpit: smtp-server');
const maxMails = 100;
const mails = [];

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  size: 1024 ** 2,
  onData(stream, _session, done) {
    text(stream).then((mail) => {
      mails.push(mail);
      if (mails.length > maxMails) mails.shift();
      done();
    }, done);
  },
}).listen(1025, '0.0.0.0');
createServer((_request, response) => response.end(mails.join('\n\n'))).listen(8025, '0.0.0.0');
