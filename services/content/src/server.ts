import { startPurchaseConsumer, startUserNameConsumer } from '@khmer-learning/item-kit';
import { loadConfigOrExit, runService } from '@khmer-learning/service-kit';
import { buildApp } from './app.ts';
import { configSchema } from './config.ts';
import { startPronunciationConsumer } from './consumers/pronunciation-consumer.ts';
import { startQuizConsumer } from './lessons/cascades/lesson.quizzes.ts';
import { migrations } from './migrations/migrations.ts';
import { startQuizReleaseConsumer } from './releases/quiz-release.consumer.ts';

await runService({
  name: 'content',
  config: loadConfigOrExit(configSchema),
  buildApp,
  migrations,
  startConsumers(service) {
    startPurchaseConsumer(service);
    startUserNameConsumer(service);
    startPronunciationConsumer(service);
    startQuizReleaseConsumer(service);
    startQuizConsumer(service);
  },
});
