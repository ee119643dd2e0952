import {
  maxCountedPurchases,
  maxExactTotal,
  type Purchase,
  type PurchaseDateFilter,
  purchaseEvent,
} from '@khmer-learning/contracts';
import { localInternalPrivateKey, maxExaminedCandidates } from '@khmer-learning/service-kit';
import {
  createQueryProfiler,
  expectSortedPages,
  findAuditRecords,
  isScanOrSort,
  type QueryProfiler,
  queryCombinations,
  summarizeCommand,
} from '@khmer-learning/test-kit';
import { parse } from 'csv-parse/sync';
import { startCommerce, type TestCommerce } from '../commerce.test-kit.ts';
import { purchaseSearchFields, type StoredPurchase, type StoredRefund } from './purchase.model.ts';
import { paymentStatusFields } from './purchase-status.ts';

const count = 20_000;
/** Thursday, 16 July 2026, noon in Cambodia. */
const now = new Date('2026-07-16T05:00:00Z');
const hourMs = 3_600_000;
const statuses = [
  'completed',
  'pending',
  'refunded',
  'partially_refunded',
  'declined',
  'cancelled',
  'approved',
];

let commerce: TestCommerce;
let profile: QueryProfiler;

/** Accepted, and sent without an answer. */
const pendingRefund: StoredRefund = {
  requestId: 'one',
  id: null,
  amount: 99,
  reason: null,
  status: 'pending_refund',
  sentAt: now,
  isPending: true,
  by: null,
  createdAt: now,
};

function stored(id: number, change: Partial<StoredPurchase> = {}): StoredPurchase {
  const userEmail =
    change.userEmail ?? (id % 1_000 === 0 ? `seldom.name${id}@lycee.kh` : `often${id}@khmer.local`);
  const status = statuses[id % statuses.length] ?? 'pending';
  const purchaseDate = new Date(now.getTime() - (count - id) * 2 * hourMs);
  const snapshot = { title: `Bought ${id}`, description: '', imageCover: 'c.png' };
  const isRefundPending = id % 5_000 === 1;
  return {
    _id: id,
    purchaseId: `ORDER${id}`,
    userId: id % 50,
    userEmail,
    mainLessonId: 1,
    snapshot,
    purchaseAmount: 499,
    refundedAmount: status === 'partially_refunded' ? 99 : 0,
    paymentMethod: 'paypal',
    platformType: 'web',
    ...paymentStatusFields(status),
    purchaseDate,
    approveUrl: 'https://example.com',
    captureAttempts: 0,
    refunds: isRefundPending
      ? [pendingRefund]
      : id % 5_000 === 2
        ? [{ ...pendingRefund, status: 'failed' }]
        : [],
    askedTimes: 0,
    ...purchaseSearchFields({ userEmail, snapshot }),
    version: 1,
    createdAt: purchaseDate,
    updatedAt: purchaseDate,
    ...change,
  };
}

beforeAll(async () => {
  commerce = await startCommerce();
  commerce.clock.now = () => now;
  const rows = Array.from({ length: count }, (_, n) => stored(n + 1));
  await commerce.service.connection
    .collection<StoredPurchase>('purchases')
    .insertMany(rows, { ordered: false });
  profile = await createQueryProfiler(commerce.service.connection, ['purchases', 'main_lessons', 'users']);
});
afterAll(async () => {
  await profile.stop();
  await commerce.close();
});

type List = {
  data: (Purchase & { email: string; mainLessonTitle: string })[];
  total: number;
  totalIsEstimate?: true;
};
const list = async (query: string) => {
  const { status, body } = await commerce.call<List>('GET', `/api/purchase_history?${query}`);
  expect({ query, status }).toEqual({ query, status: 200 });
  return body;
};

it('shows the newest first, by pages, with the total', async () => {
  const { data, total } = await list('limit=15&offset=15');
  expect(total).toBe(count);
  expect(data.map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, n) => count - 15 - n));
  expect((await commerce.call<List>('GET', '/api/purchase-history?limit=1')).body.data[0]?.id).toBe(count);
});

it('gives the email address under both names, and the title of what was bought', async () => {
  const { data } = await list('limit=15');
  expect(data[0]?.mainLessonTitle).toBe(`Bought ${count}`);
  expect(data.map(({ email }) => email)).toEqual(data.map(({ userEmail }) => userEmail));
  expect(data[0]?.email).toContain('@');
});

it('filters by the groups of statuses', async () => {
  for (const [filter, wanted] of [
    ['Completed', ['completed']],
    ['Pending', ['approved', 'pending']],
    ['Refund', ['partially_refunded', 'refunded']],
    ['Failed', ['declined']],
    ['all', [...statuses].sort()],
  ] as const) {
    const { data, total, totalIsEstimate } = await list(`limit=100&payment_status=${filter}`);
    expect([...new Set(data.map(({ paymentStatus }) => paymentStatus))].sort()).toEqual(wanted);
    const expected = Array.from({ length: count }, (_, n) => statuses[(n + 1) % statuses.length]);
    const exact = expected.filter((status) => wanted.some((one) => one === status)).length;
    expect(totalIsEstimate).toBe(true);
    expect(Math.abs(total - exact) / exact).toBeLessThan(0.1);
  }
  expect((await commerce.call('GET', '/api/purchase_history?payment_status=odd')).status).toBe(400);
});

it('filters by refunds that the provider has not confirmed', async () => {
  const { data, total } = await list('limit=15&payment_status=RefundPending');
  expect(data.map(({ id }) => id)).toEqual([15_001, 10_001, 5_001, 1]);
  expect(data.map(({ pendingRefundAmount }) => pendingRefundAmount)).toEqual([99, 99, 99, 99]);
  expect(total).toBe(4);
  expect((await list('limit=15&payment_status=RefundPending&search=often5001')).total).toBe(1);
});

it('filters by days in Cambodia, together with the other filters', async () => {
  const { data, total } = await list('limit=100&purchase_date=today');
  // One every two hours: from midnight until noon, that is 17:00 until 05:00 UTC.
  expect(total).toBe(7);
  expect(data.map(({ purchaseDate }) => purchaseDate).at(-1)).toBe('2026-07-15T17:00:00.000Z');
  expect((await list('limit=1&purchase_date=yesterday')).total).toBe(12);
  expect((await list('limit=1&purchase_date=last-7-days')).total).toBe(6 * 12 + 7);
  const both = await list('limit=100&purchase_date=last-7-days&payment_status=Completed&search=often');
  expect(both.data.every(({ paymentStatus }) => paymentStatus === 'completed')).toBe(true);
  expect(both.total).toBe(both.data.length);
  expect(both.total).toBeGreaterThan(5);
});

it('shows admins the purchases of one learner, and nobody else', async () => {
  const path = '/api/purchase_history?limit=5&offset=0&userId=7';
  const reads = await profile.captureReads(async () => {
    const { status, body } = await commerce.call<{ data: Purchase[]; total: number }>(
      'GET',
      path,
      undefined,
      {
        as: 'admin',
      },
    );
    expect(status).toBe(200);
    expect(body.data.map(({ userId }) => userId)).toEqual([7, 7, 7, 7, 7]);
    expect(body.total).toBe(count / 50);
  });
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  expect((await commerce.call('GET', path, undefined, { as: 'teacher' })).status).toBe(403);
});

describe('filters by days over a year’s end in Cambodia', () => {
  // Friday, 1 January 2027, 10:00 in Cambodia.
  const newYear = new Date('2027-01-01T03:00:00.000Z');
  const startOf = (day: string) => new Date(`${day}T00:00:00+07:00`).getTime();
  const edges = ([first, end]: readonly [string, string]) =>
    [startOf(first) - 1, startOf(first), startOf(end) - 1, startOf(end)].map((at) => new Date(at));
  const ranges = {
    today: ['2027-01-01', '2027-01-02'],
    yesterday: ['2026-12-31', '2027-01-01'],
    'this-week': ['2026-12-28', '2027-01-04'],
    'this-month': ['2027-01-01', '2027-02-01'],
    'this-year': ['2027-01-01', '2028-01-01'],
    'last-week': ['2026-12-21', '2026-12-28'],
    'last-month': ['2026-12-01', '2027-01-01'],
    'last-year': ['2026-01-01', '2027-01-01'],
    'last-7-days': ['2026-12-26', '2027-01-02'],
    'last-30-days': ['2026-12-03', '2027-01-02'],
    'last-90-days': ['2026-10-04', '2027-01-02'],
  } as const satisfies Record<Exclude<PurchaseDateFilter, 'all'>, readonly [string, string]>;
  const all = [...new Set(Object.values(ranges).flatMap((range) => edges(range).map((at) => at.getTime())))];
  const moments = all.sort((a, b) => a - b).map((at) => new Date(at));

  beforeAll(async () => {
    commerce.clock.now = () => newYear;
    const rows = moments.map((purchaseDate, n) =>
      stored(900_000 + n, {
        purchaseDate,
        userEmail: `edge${n}@lycee.kh`,
        ...paymentStatusFields('completed'),
      }),
    );
    await commerce.service.connection.collection<StoredPurchase>('purchases').insertMany(rows);
  });
  afterAll(async () => {
    commerce.clock.now = () => now;
    await commerce.service.connection
      .collection<StoredPurchase>('purchases')
      .deleteMany({ _id: { $gte: 900_000 } });
  });

  it.each(Object.entries(ranges))(
    '%s holds what lies within %j, to the millisecond',
    async (filter, range) => {
      const [, first, last] = edges(range);
      const wanted = moments.filter((at) => first && last && at >= first && at <= last);
      const { data, total } = await list(`limit=100&search=edge&purchase_date=${filter}`);
      const found = data.map(({ purchaseDate }) => purchaseDate).reverse();
      expect(found).toEqual(wanted.map((at) => at.toISOString()));
      expect(found.at(0)).toBe(first?.toISOString());
      expect(found.at(-1)).toBe(last?.toISOString());
      expect(total).toBe(found.length);
    },
  );

  it('all holds every one of them', async () => {
    expect((await list('limit=100&search=edge&purchase_date=all')).total).toBe(moments.length);
  });
});

describe('search by email and main lesson', () => {
  it.each([
    ['5000', 1],
    ['bought often4999', 1],
    ['seldom bought', 20],
    ['seldom', 20],
    ['SELDOM', 20],
    ['seldom.name', 20],
    ['lycee', 20],
    ['name5000', 1],
    ['seldom.name5000@lycee.kh', 1],
    ['eldom', 0],
    ['(a+)+$', 0],
    ['.*', 0],
  ])('%s finds %d', async (search, expected) => {
    const { total } = await list(`limit=5&search=${search}`);
    expect(total).toBe(expected);
  });
});

it('has in the pages of each order what the whole list has', async () => {
  await expectSortedPages(
    async (query) => (await list(`search=seldom&${query}`)).data,
    {
      date: ({ purchaseDate, id }) => [purchaseDate, id],
      amount: ({ purchaseAmount, id }) => [purchaseAmount, id],
      email: ({ userEmail, id }) => [userEmail, id],
    },
    ['', '&payment_status=Completed', '&purchase_date=this-year'],
  );
  const first = await list('sort=email&limit=2');
  expect(first.data.map(({ userEmail }) => userEmail)).toEqual([
    'often10001@khmer.local',
    'often10002@khmer.local',
  ]);
  const byStatus = await list('sort=-status&payment_status=Refund&purchase_date=last-month&limit=100');
  expect(byStatus.data.map(({ id }) => id)).toEqual(byStatus.data.map(({ id }) => id).sort((a, b) => a - b));
  expect(byStatus.data.length).toBeGreaterThan(10);
});

describe('with 20,000 purchases, in every combination of filters', () => {
  const options = {
    payment_status: ['', 'Completed', 'RefundPending'],
    purchase_date: ['', 'today', 'last-month', 'this-year'],
    search: ['', 'seldom', 'often7'],
  };

  it('no list scans the collection or sorts, and a page reads little more than it shows', async () => {
    const queries = queryCombinations(options);
    expect(queries.length).toBeGreaterThanOrEqual(depth(12, 36));
    for (const query of queries) {
      const reads = await profile.captureReads(() => list(`limit=15&offset=0${query}`));
      expect(reads.length).toBeGreaterThan(0);
      expect({ query, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({
        query,
        scans: [],
      });
    }
    for (const query of ['', '&payment_status=Completed', '&purchase_date=this-year', '&search=seldom']) {
      const reads = await profile.captureReads(() => list(`limit=15&offset=15${query}`));
      const pages = reads.filter(({ command }) => 'find' in command).map(summarizeCommand);
      expect({ query, pages: pages.filter(({ docsExamined = 0 }) => docsExamined > 31) }).toEqual({
        query,
        pages: [],
      });
    }
  });

  it('no query examines more keys than a total is counted to, or a search examines candidates', async () => {
    for (const query of queryCombinations(options)) {
      const reads = await profile.captureReads(() => list(`limit=15&offset=15${query}`));
      const most = query.includes('search') ? 2_100 : maxExactTotal + 200;
      expect({
        query,
        reads: reads.map(summarizeCommand).filter(({ keysExamined = 0 }) => keysExamined > most),
      }).toEqual({ query, reads: [] });
    }
  });

  it('no sorted list scans or sorts, or examines more than a search may', async () => {
    const queries = [
      ...queryCombinations({ ...options, purchase_date: ['', 'this-year'], sort: ['amount'] }),
      ...queryCombinations({ payment_status: options.payment_status, sort: ['-email', 'status', 'date'] }),
    ];
    for (const query of queries) {
      const reads = await profile.captureReads(() => list(`limit=15&offset=15${query}`));
      expect({ query, scans: reads.filter(isScanOrSort).map(summarizeCommand) }).toEqual({
        query,
        scans: [],
      });
      const wide = reads.filter(({ keysExamined = 0 }) => keysExamined > maxExaminedCandidates + 1);
      expect({ query, wide: wide.map(summarizeCommand) }).toEqual({ query, wide: [] });
    }
  });

  it('neither does a learner’s own list, a single purchase, or the lookup of an order', async () => {
    const calls = [
      () => commerce.callAsLearner(7, 'GET', '/api/v1/purchases?limit=10'),
      // The cursor of 1 January 2026 and id 1.
      () => commerce.callAsLearner(7, 'GET', '/api/v1/purchases?cursor=WzE3NjcyMjU2MDAwMDAsMV0'),
      () => commerce.call('GET', '/api/purchase_history/77'),
      () => commerce.call('POST', '/api/orders/NOSUCH/capture', undefined, { as: 'nobody' }),
      () => commerce.call('POST', '/api/payments/captures/NOSUCH/refund', {}),
      () => commerce.callAsLearner(7, 'POST', '/api/v1/orders', { mainLessonId: 999 }),
      () => commerce.reconcile(),
    ];
    for (const call of calls) {
      const reads = await profile.captureReads(call);
      expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
    }
  });
});

describe('as CSV', () => {
  it('is audited with the actor and the filters, without the searched address', async () => {
    await download('payment_status=Refund&search=seldom@khmer.local');
    const exports = (await findAuditRecords(commerce.service.connection)).filter(
      (one) => one.action === 'exported',
    );
    expect(exports.at(-1)).toMatchObject({
      service: 'commerce',
      entity: 'purchase',
      title: 'purchase-history-2026-07-16.csv',
      detail: 'payment_status Refund, search by email',
      actor: { id: 1, role: 'admin' },
    });
  });

  const download = async (query: string) => {
    const { internalToken } = await token();
    return commerce.app.inject({
      url: `/api/purchase_history/export?${query}`,
      headers: { 'x-internal-token': internalToken },
    });
  };

  async function token(): Promise<{ internalToken: string }> {
    const { createInternalTokenSigner } = await import('@khmer-learning/service-kit');
    const sign = createInternalTokenSigner(localInternalPrivateKey);
    const principal = {
      kind: 'session',
      userId: 1,
      role: 'admin',
      sessionId: 's',
      sessionExpiresAt: 4_102_444_800,
    } as const;
    return { internalToken: sign({ audience: 'commerce', requestId: 'r', principal }) };
  }

  it('holds what the filters show, all pages, for a spreadsheet', async () => {
    const answer = await download('search=seldom');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="purchase-history-2026-07-16.csv"',
    );
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = answer.body.replace('\uFEFF', '').trimEnd().split('\r\n');
    expect(lines).toHaveLength(21);
    expect(lines[0]).toBe(
      'Id,Email,Main Lesson,Purchase Date,Payment Method,Platform Type,Payment Status,Purchase Amount (USD),Refunded (USD),Purchase Id',
    );
    expect(lines[1]).toMatch(
      /^20000,seldom\.name20000@lycee\.kh,Bought 20000,2026-07-16T05:00:00\.000Z,paypal,web,\w+,4\.99,0\.\d\d,ORDER20000$/,
    );
  });

  it('of 20,000 purchases is whole, and never scans', async () => {
    const reads = await profile.captureReads(async () => {
      const { body } = await download('');
      expect(body.trimEnd().split('\r\n')).toHaveLength(count + 1);
    });
    expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  });

  it('escapes cells that would be formulas', async () => {
    const purchases = commerce.service.connection.collection<StoredPurchase>('purchases');
    const nasty = [
      '=1+1',
      '+cmd',
      '-2',
      '@SUM(A1)',
      '\t=1',
      ' =1+1',
      '\u00A0=1',
      'quote"d, "text"',
      'two\nlines',
    ];
    await purchases.insertMany(
      nasty.map((title, n) =>
        stored(count + 1 + n, {
          userEmail: 'formula@khmer.local',
          snapshot: { title, description: '', imageCover: 'c.png' },
        }),
      ),
    );
    const { body } = await download('search=formula');
    const titles = parse(body, { bom: true })
      .slice(1)
      .map(([, , title]) => title ?? '')
      .reverse();
    expect(titles).toHaveLength(nasty.length);
    for (const title of titles) expect(title).not.toMatch(/^\s*[=+\-@]/);
    expect(titles.slice(-2)).toEqual(['quote"d, "text"', 'two\nlines']);
    await purchases.deleteMany({ _id: { $gt: count } });
  });

  it('is for admins', async () => {
    for (const as of ['teacher', 'student', 'nobody'] as const)
      expect((await commerce.call('GET', '/api/purchase_history/export', undefined, { as })).status).not.toBe(
        200,
      );
  });
});

it('publishes purchase events on the subject that the other services consume', () => {
  expect({ service: purchaseEvent.service, entity: purchaseEvent.entity }).toEqual({
    service: 'commerce',
    entity: 'purchase',
  });
});

it('counts the learners who have paid by the index alone, and stops at 10,000 purchases', async () => {
  const rows = commerce.service.connection.collection<StoredPurchase>('purchases');
  await rows.insertMany(
    Array.from({ length: maxCountedPurchases + 1 }, (_, n) =>
      stored(50_000 + n, {
        mainLessonId: 3,
        userId: n + 1,
        refundedAmount: 0,
        ...paymentStatusFields('completed'),
      }),
    ),
  );
  const expected = await rows
    .find({
      mainLessonId: 1,
      userId: { $gt: 0 },
      paymentStatus: { $in: ['completed', 'partially_refunded'] },
    })
    .toArray();
  for (const [id, sales] of [
    [
      1,
      {
        learners: new Set(expected.map(({ userId }) => userId)).size,
        paid: expected.reduce((sum, one) => sum + one.purchaseAmount - one.refundedAmount, 0),
      },
    ],
    [3, { learners: maxCountedPurchases, paid: maxCountedPurchases * 499, isMinimum: true }],
  ] as const) {
    let body: unknown;
    const reads = await profile.captureReads(async () => {
      body = (await commerce.call('GET', `/api/main-lessons/${id}/sales`)).body;
    });
    expect(body).toEqual(sales);
    expect(reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)).toBe(0);
    const keys = reads.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0);
    expect(keys).toBeLessThanOrEqual(maxCountedPurchases + 10);
  }
});
