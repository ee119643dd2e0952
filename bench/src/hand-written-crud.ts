import express from 'express';
import mongoose from 'mongoose';

/**
 * The hand-written alternative: Express 5 and mongoose with the same lessons and calls, but no sign-in, events or
 * versions. It has the indexes that a careful developer would add.
 */
const lessonTypes = mongoose.model('LessonType', new mongoose.Schema({ title: String, icon: String }));
const lessons = mongoose.model(
  'Lesson',
  new mongoose.Schema(
    {
      number: { type: Number, index: true },
      mainLessonId: { type: Number, index: true },
      lessonType: { type: mongoose.Schema.Types.ObjectId, ref: 'LessonType' },
      title: String,
      description: String,
      level: { type: String, index: true },
      image: String,
      sections: [{ title: String, content: String, html: String, ops: [mongoose.Schema.Types.Mixed] }],
      status: { type: String, index: true },
    },
    { timestamps: true },
  ),
);

await mongoose.connect(process.env.MONGODB_URI ?? '');
await lessons.init();
const type = await lessonTypes.findOneAndUpdate(
  { title: 'Vocabulary' },
  { icon: '📖' },
  { upsert: true, returnDocument: 'after' },
);

const app = express();
app.use(express.json());

app.get('/api/lessons', async (request, response) => {
  const { search, level, limit = '15', offset = '0' } = request.query;
  const filter: mongoose.FilterQuery<unknown> = {};
  if (typeof level === 'string') filter.level = level;
  if (typeof search === 'string') {
    const pattern = new RegExp(search.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
    filter.$or = [{ title: pattern }, { description: pattern }, { 'sections.content': pattern }];
  }
  const [rows, total] = await Promise.all([
    lessons.find(filter).sort({ _id: -1 }).skip(Number(offset)).limit(Number(limit)).populate('lessonType'),
    lessons.countDocuments(filter),
  ]);
  response.json({ lessons: rows, total });
});

app.get('/api/lessons/:number', async (request, response) => {
  const row = await lessons.findOne({ number: Number(request.params.number) }).populate('lessonType');
  if (row) response.json(row);
  else response.status(404).json({ message: 'Lesson not found' });
});

app.post('/api/lessons', async (request, response) => {
  const row = await lessons.create({ ...request.body, lessonType: type?._id });
  response.status(201).json(row);
});

const server = app.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address) console.log(`http://127.0.0.1:${address.port}`);
});
