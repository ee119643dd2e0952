import type {
  lessonBody,
  lessonTypeBody,
  mainLessonBody,
  quizBody,
  RecordingLanguage,
} from '@khmer-learning/contracts';
import type { z } from 'zod';
import type { WordSound } from './synthesize-word.ts';

type MainLessonInput = z.input<typeof mainLessonBody>;
type LessonTypeInput = z.input<typeof lessonTypeBody>;
type LessonInput = z.input<typeof lessonBody>;
type QuizInput = z.input<typeof quizBody>;

/** A lesson of the demo school; it refers to its main lesson and type by title. */
export interface DemoLesson extends Pick<LessonInput, 'title' | 'description' | 'level' | 'status'> {
  readonly mainLesson: string;
  readonly lessonType: string;
  readonly sections: readonly {
    readonly title: string;
    readonly content: string;
    readonly recordings?: readonly DemoRecording[];
  }[];
}

/** A recording of the demo school: a word that is synthesized and uploaded. */
export interface DemoRecording {
  readonly language: RecordingLanguage;
  readonly text: string;
  readonly sounds: readonly WordSound[];
}

/** A quiz of the demo school; it refers to its lesson by title. */
export interface DemoQuiz extends Omit<QuizInput, 'lessonId' | 'questions'> {
  readonly lesson: string;
  readonly questions: readonly (Omit<QuizInput['questions'][number], 'recordings'> & {
    readonly recordings?: readonly DemoRecording[];
  })[];
}

/** A learner of the demo school and the outcome of their payment for a main lesson, given by title. */
export interface DemoPurchase {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly mainLesson: string;
  /** The learner's choice on the page of the PayPal sandbox. */
  readonly outcome: 'approve' | 'decline' | 'pending';
  /** Refund in cents. */
  readonly refund?: number;
}

/** The demo learners' password. */
export const demoLearnerPassword = 'mango-river-2026';

export const demoPurchases: readonly DemoPurchase[] = [
  {
    firstName: 'Chantha',
    lastName: 'Prak',
    email: 'chantha@learner.local',
    mainLesson: 'English for Work',
    outcome: 'approve',
  },
  {
    firstName: 'Rithy',
    lastName: 'Meas',
    email: 'rithy@learner.local',
    mainLesson: 'English for Work',
    outcome: 'approve',
    refund: 500,
  },
  {
    firstName: 'Sreymom',
    lastName: 'Heng',
    email: 'sreymom@learner.local',
    mainLesson: 'English for Work',
    outcome: 'pending',
  },
  {
    firstName: 'Visal',
    lastName: 'Ouk',
    email: 'visal@learner.local',
    mainLesson: 'English for Work',
    outcome: 'decline',
  },
];

export const demoMainLessons: readonly MainLessonInput[] = [
  {
    title: 'First Words',
    description: 'Greetings, numbers, family and colours: the words of the first week.',
    imageCover: 'cover-first-words.png',
    free: true,
    status: 'published',
  },
  {
    title: 'Market and Road',
    description: 'Shop, eat, ask the way and get there.',
    imageCover: 'cover-market-and-road.png',
    free: true,
    status: 'published',
  },
  {
    title: 'English for Work',
    description: 'School, office and health: the words for a job in an English-speaking team.',
    imageCover: 'cover-english-for-work.png',
    free: false,
    price: 999,
    status: 'published',
  },
];

export const demoLessonTypes: readonly LessonTypeInput[] = [
  { title: 'Vocabulary', icon: '📖', iconMode: 'raw' },
  { title: 'Conversation', icon: '💬', iconMode: 'raw' },
  { title: 'Numbers', icon: '🔢', iconMode: 'raw' },
  { title: 'Travel', icon: '🛺', iconMode: 'raw' },
  { title: 'Everyday Life', icon: '🍚', iconMode: 'raw' },
  { title: 'Reading', icon: 'icon-reading.svg', iconMode: 'file' },
];

const vocabularySection = (...lines: readonly string[]) => ({
  title: 'Key words',
  content: lines.join('\n'),
});

const three: DemoRecording = { language: 'km', text: 'បី', sounds: ['b', 'a', 'e', 'i'] };

export const demoLessons: readonly DemoLesson[] = [
  {
    mainLesson: 'First Words',
    lessonType: 'Conversation',
    title: 'Greetings',
    description: 'Say hello, thank you and goodbye.',
    level: 'Beginner',
    status: 'published',
    sections: [
      vocabularySection(
        'Hello [suo-sdey] : សួស្តី',
        'Hello (polite) [chum-reap-suo] : ជម្រាបសួរ',
        'Good morning [arun suo-sdey] : អរុណសួស្តី',
        'Good evening [saa-yoan suo-sdey] : សាយ័ណ្ហសួស្តី',
        'Good night [rea-trey suo-sdey] : រាត្រីសួស្តី',
        'How are you? [sok-sa-baay tee?] : សុខសប្បាយទេ?',
        'Thank you [aw-kun] : អរគុណ',
        'Sorry [soum-toh] : សូមទោស',
        'Goodbye [lea-haey] : លាហើយ',
      ),
      {
        title: 'A short talk',
        content: 'A: Hello! How are you?\nB: I am fine, thank you.\n\nក៖ សួស្តី! សុខសប្បាយទេ?\nខ៖ ខ្ញុំសុខសប្បាយ អរគុណ។',
      },
    ],
  },
  {
    mainLesson: 'First Words',
    lessonType: 'Numbers',
    title: 'Numbers from one to ten',
    description: 'Count in both languages. Khmer counts on from five: six is five-one.',
    level: 'Beginner',
    status: 'published',
    sections: [
      {
        recordings: [
          { language: 'en', text: 'One', sounds: ['w', 'a', 'a', 'n'] },
          { language: 'km', text: 'មួយ', sounds: ['n', 'u', 'a', 'i'] },
          { language: 'en', text: 'Two', sounds: ['s', 'u', 'u'] },
          { language: 'km', text: 'ពីរ', sounds: ['b', 'i', 'i'] },
          { language: 'en', text: 'Three', sounds: ['s', 'r', 'i', 'i'] },
          three,
        ],
        ...vocabularySection(
          'One [muoy] : មួយ',
          'Two [pii] : ពីរ',
          'Three [bey] : បី',
          'Four [buon] : បួន',
          'Five [pram] : ប្រាំ',
          'Six [pram-muoy] : ប្រាំមួយ',
          'Seven [pram-pii] : ប្រាំពីរ',
          'Eight [pram-bey] : ប្រាំបី',
          'Nine [pram-buon] : ប្រាំបួន',
          'Ten [dop] : ដប់',
        ),
      },
    ],
  },
  {
    mainLesson: 'First Words',
    lessonType: 'Vocabulary',
    title: 'Family',
    description: 'The people at home.',
    level: 'Beginner',
    status: 'published',
    sections: [
      vocabularySection(
        'Mother [mdaay] : ម្តាយ',
        'Father [euv-puk] : ឪពុក',
        'Older brother or sister [bawng] : បង',
        'Younger brother or sister [p-oun] : ប្អូន',
        'Grandfather [chii-taa] : ជីតា',
        'Grandmother [chii-doun] : ជីដូន',
        'Child [koun] : កូន',
        'Husband [pdey] : ប្តី',
        'Wife [praw-puon] : ប្រពន្ធ',
      ),
    ],
  },
  {
    mainLesson: 'First Words',
    lessonType: 'Vocabulary',
    title: 'Colours',
    description: 'Name the colour of things around you.',
    level: 'Beginner',
    status: 'published',
    sections: [
      vocabularySection(
        'Colour [poa] : ពណ៌',
        'Red [kraw-hawm] : ក្រហម',
        'White [saw] : ស',
        'Black [khmav] : ខ្មៅ',
        'Blue [khiev] : ខៀវ',
        'Green [bay-tawng] : បៃតង',
        'Yellow [lueng] : លឿង',
      ),
    ],
  },
  {
    mainLesson: 'First Words',
    lessonType: 'Reading',
    title: 'Days of the week',
    description: 'Read and say the seven days.',
    level: 'Intermediate',
    status: 'published',
    sections: [
      vocabularySection(
        'Monday [thngay chan] : ថ្ងៃចន្ទ',
        'Tuesday [thngay ang-kia] : ថ្ងៃអង្គារ',
        'Wednesday [thngay put] : ថ្ងៃពុធ',
        'Thursday [thngay praw-hoah] : ថ្ងៃព្រហស្បតិ៍',
        'Friday [thngay sok] : ថ្ងៃសុក្រ',
        'Saturday [thngay sav] : ថ្ងៃសៅរ៍',
        'Sunday [thngay aa-tit] : ថ្ងៃអាទិត្យ',
      ),
    ],
  },
  {
    mainLesson: 'Market and Road',
    lessonType: 'Travel',
    title: 'Asking the way',
    description: 'Where is it, and how do I get there?',
    level: 'Beginner',
    status: 'published',
    sections: [
      vocabularySection(
        'Where? [nouw-naa?] : នៅណា?',
        'Left [chhveeng] : ឆ្វេង',
        'Right [sdam] : ស្តាំ',
        'Straight ahead [trong tov muk] : ត្រង់ទៅមុខ',
        'Near [chit] : ជិត',
        'Far [chhngaay] : ឆ្ងាយ',
        'Road [phlov] : ផ្លូវ',
        'Bridge [spien] : ស្ពាន',
      ),
    ],
  },
  {
    mainLesson: 'Market and Road',
    lessonType: 'Everyday Life',
    title: 'At the market',
    description: 'Ask the price and buy what you need.',
    level: 'Beginner',
    status: 'published',
    sections: [
      vocabularySection(
        'Market [phsaa] : ផ្សារ',
        'How much? [thlay pon-maan?] : ថ្លៃប៉ុន្មាន?',
        'Expensive [thlay] : ថ្លៃ',
        'Cheap [thaok] : ថោក',
        'Money [luy] : លុយ',
        'Buy [tinh] : ទិញ',
        'Sell [luok] : លក់',
      ),
      { title: 'In a sentence', content: 'I want to go to the market.\nខ្ញុំចង់ទៅផ្សារ។' },
    ],
  },
  {
    mainLesson: 'Market and Road',
    lessonType: 'Everyday Life',
    title: 'Food and drink',
    description: 'Order a meal and say that it is good.',
    level: 'Beginner',
    status: 'published',
    sections: [
      vocabularySection(
        'Rice [baay] : បាយ',
        'Water [teuk] : ទឹក',
        'Fish [trey] : ត្រី',
        'Chicken [sach moan] : សាច់មាន់',
        'Pork [sach chruuk] : សាច់ជ្រូក',
        'Fruit [phlae-chheu] : ផ្លែឈើ',
        'Vegetables [bawn-lae] : បន្លែ',
        'Delicious [chhnganh] : ឆ្ងាញ់',
      ),
    ],
  },
  {
    mainLesson: 'Market and Road',
    lessonType: 'Travel',
    title: 'Getting around',
    description: 'Cars, boats and tickets.',
    level: 'Intermediate',
    status: 'published',
    sections: [
      vocabularySection(
        'Car [laan] : ឡាន',
        'Bicycle [kong] : កង់',
        'Motorbike [mou-tou] : ម៉ូតូ',
        'Boat [tuuk] : ទូក',
        'Train [ruot-phleung] : រថភ្លើង',
        'Aeroplane [yuon-hawh] : យន្តហោះ',
        'Ticket [sawm-bot] : សំបុត្រ',
      ),
    ],
  },
  {
    mainLesson: 'Market and Road',
    lessonType: 'Conversation',
    title: 'Polite requests',
    description: 'Please, yes, no, and asking someone to slow down.',
    level: 'Intermediate',
    status: 'published',
    sections: [
      vocabularySection(
        'Please [soum] : សូម',
        'Yes (said by a man) [baat] : បាទ',
        'Yes (said by a woman) [chaah] : ចាស',
        'No [tee] : ទេ',
        'I do not understand [khnyom min yuol tee] : ខ្ញុំមិនយល់ទេ',
        'Please speak slowly [soum ni-yiey yeut-yeut] : សូមនិយាយយឺតៗ',
      ),
    ],
  },
  {
    mainLesson: 'English for Work',
    lessonType: 'Vocabulary',
    title: 'At school',
    description: 'The classroom and what happens in it.',
    level: 'Intermediate',
    status: 'published',
    sections: [
      vocabularySection(
        'School [saa-laa-rien] : សាលារៀន',
        'Teacher [kruu-bawng-rien] : គ្រូបង្រៀន',
        'Student [seuh] : សិស្ស',
        'Book [siev-phouw] : សៀវភៅ',
        'Pen [bich] : ប៊ិច',
        'Read [aan] : អាន',
        'Write [saw-see] : សរសេរ',
      ),
    ],
  },
  {
    mainLesson: 'English for Work',
    lessonType: 'Vocabulary',
    title: 'At the office',
    description: 'Meetings, managers and pay.',
    level: 'Advanced',
    status: 'published',
    sections: [
      vocabularySection(
        'Work [kaa-ngie] : ការងារ',
        'Office [kaa-ri-yaa-lay] : ការិយាល័យ',
        'Meeting [kaa praw-chum] : ការប្រជុំ',
        'Company [krom-hun] : ក្រុមហ៊ុន',
        'Manager [neak krup-krong] : អ្នកគ្រប់គ្រង',
        'Salary [prak-khae] : ប្រាក់ខែ',
      ),
    ],
  },
  {
    mainLesson: 'English for Work',
    lessonType: 'Everyday Life',
    title: 'At the doctor',
    description: 'Say what hurts and understand the answer.',
    level: 'Advanced',
    status: 'published',
    sections: [
      vocabularySection(
        'Doctor [kruu-peet] : គ្រូពេទ្យ',
        'Hospital [mun-tii-peet] : មន្ទីរពេទ្យ',
        'Medicine [thnam] : ថ្នាំ',
        'Headache [chheu kbaal] : ឈឺក្បាល',
        'Fever [krun kdav] : គ្រុនក្ដៅ',
        'Stomach ache [chheu puoh] : ឈឺពោះ',
      ),
    ],
  },
  {
    mainLesson: 'English for Work',
    lessonType: 'Reading',
    title: 'The weather',
    description: 'Small talk about rain and heat.',
    level: 'Intermediate',
    status: 'draft',
    sections: [
      vocabularySection(
        'Rain [phlieng] : ភ្លៀង',
        'Hot [kdav] : ក្តៅ',
        'Cold [traw-cheak] : ត្រជាក់',
        'Wind [khyol] : ខ្យល់',
        'Sun [preah-aa-tit] : ព្រះអាទិត្យ',
      ),
    ],
  },
];

const quizQuestion = (question: string, correctAnswer: string, options: string[]) => ({
  question,
  options,
  correctAnswer,
});

export const demoQuizzes: readonly DemoQuiz[] = [
  {
    lesson: 'Greetings',
    title: 'Hello and goodbye',
    description: 'Do you know what to say when you meet and when you leave?',
    status: 'active',
    questions: [
      quizQuestion('How do you say “Thank you”?', 'អរគុណ', ['សូមទោស', 'អរគុណ', 'លាហើយ', 'សួស្តី']),
      quizQuestion('What does លាហើយ mean?', 'Goodbye', ['Goodbye', 'Hello', 'Good night', 'Sorry']),
      quizQuestion('What does [suo-sdey] mean?', 'Hello', ['Thank you', 'Sorry', 'Hello']),
      quizQuestion('What do you ask with សុខសប្បាយទេ?', 'How are you?', ['Who are you?', 'How are you?']),
    ],
  },
  {
    lesson: 'Numbers from one to ten',
    title: 'Count to ten',
    description: 'From one to ten, in both directions.',
    status: 'active',
    questions: [
      quizQuestion('Which number is បី?', 'Three', ['Two', 'Three', 'Four']),
      quizQuestion('How do you say “Seven”?', 'ប្រាំពីរ', ['ប្រាំមួយ', 'ប្រាំពីរ', 'ប្រាំបី', 'ប្រាំបួន']),
      quizQuestion('Which number is [dop]?', 'Ten', ['Ten', 'One', 'Five', 'Nine']),
    ],
  },
  {
    lesson: 'Numbers from one to ten',
    title: 'Write and match numbers',
    description: 'Type, match, listen and put into order.',
    status: 'active',
    questions: [
      {
        kind: 'typed',
        question: 'Write បី in English.',
        options: ['Three', 'Two', 'Four'],
        correctAnswer: 'Three',
        acceptedAnswers: ['3'],
      },
      { kind: 'typed', question: 'Write “Seven” in Khmer.', options: [], correctAnswer: 'ប្រាំពីរ' },
      {
        kind: 'matching',
        question: 'Match the numbers.',
        pairs: [
          { left: 'One', right: 'មួយ' },
          { left: 'Two', right: 'ពីរ' },
          { left: 'Three', right: 'បី' },
          { left: 'Ten', right: 'ដប់' },
        ],
      },
      {
        kind: 'listening',
        question: 'Which number do you hear?',
        options: ['មួយ', 'ពីរ', 'បី'],
        correctAnswer: 'បី',
        recordings: [three],
      },
      { kind: 'ordering', question: 'Count from one to four.', parts: ['មួយ', 'ពីរ', 'បី', 'បួន'] },
    ],
  },
  {
    lesson: 'Asking the way',
    title: 'Left, right, straight ahead',
    description: 'Find your way through the town.',
    status: 'active',
    questions: [
      quizQuestion('How do you say “Left”?', 'ឆ្វេង', ['ស្តាំ', 'ត្រង់', 'ឆ្វេង']),
      quizQuestion('What does ស្ពាន mean?', 'Bridge', ['Road', 'Bridge', 'Far', 'Near']),
      quizQuestion('What does [trong] mean?', 'Straight ahead', ['Straight ahead', 'Right', 'Near']),
    ],
  },
  {
    lesson: 'At the market',
    title: 'Buying and selling',
    description: 'Prices and money at the market.',
    status: 'draft',
    questions: [
      quizQuestion('What does ថ្លៃ mean?', 'Expensive', ['Cheap', 'Expensive', 'Money']),
      quizQuestion('How do you say “Buy”?', 'ទិញ', ['លក់', 'ទិញ']),
    ],
  },
  {
    lesson: 'At the office',
    title: 'A day at work',
    description: 'The words of the office.',
    status: 'active',
    questions: [
      quizQuestion('What does ការប្រជុំ mean?', 'Meeting', ['Salary', 'Meeting', 'Company', 'Manager']),
      quizQuestion('How do you say “Salary”?', 'ប្រាក់ខែ', ['ប្រាក់ខែ', 'ក្រុមហ៊ុន', 'ការងារ']),
      quizQuestion('What does [krom-hun] mean?', 'Company', ['Office', 'Company']),
    ],
  },
];
