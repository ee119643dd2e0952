import { shareTestSystem } from './test-system.fixture.ts';

/**
 * The suites of this folder that need no system of their own, on one: starting all services takes longer than most of them.
 * Each creates what it looks at. The first one needs an empty school.
 */
describe('an app of learners', () => void require('./learners-app.suite.ts'));
describe('the API for apps', () => void require('./learners-api.suite.ts'));
describe('recordings', () => void require('./recordings.suite.ts'));
describe('escalation', () => void require('./escalation.suite.ts'));
describe('two gateways', () => void require('./two-gateways.suite.ts'));
describe('access', () => void require('./access.suite.ts'));

afterAll(async () => (await shareTestSystem()).stop());
