import { maxImportedPeople, type Role, registerBody, roles, userMessages } from '@khmer-learning/contracts';
import { foldText, isBlank, trimInvisible } from '@khmer-learning/khmer-text';
import {
  type CheckReporter,
  type EntityWriter,
  type Importer,
  ImportFileError,
  type Problems,
  type ReadLine,
  type TableField,
  tableField,
  validationMessagesByField,
} from '@khmer-learning/transfer';
import type { People, Person, StoredPerson } from '../users/people.ts';
import { mayBecome } from '../users/user-writes.ts';

const entityName = 'person';
type FieldName = keyof Person;
type PersonLine = ReadLine<FieldName>;

/** The columns of a table of people. Nothing else of a person is exported or imported. */
export const personFields: readonly TableField<FieldName>[] = [
  tableField('firstName', 'First name', ['Given name', 'នាមខ្លួន'], ['Sokha', 'បុប្ផា'], true),
  tableField('lastName', 'Last name', ['Family name', 'Surname', 'នាមត្រកូល', 'គោត្តនាម'], ['Chan', 'គឹម'], true),
  tableField(
    'email',
    'Email',
    ['Email address', 'E-mail', 'អ៊ីមែល', 'អាសយដ្ឋានអ៊ីមែល'],
    ['sokha@example.com', 'bopha@example.com'],
    true,
  ),
  tableField('role', 'Role', ['តួនាទី'], ['student', 'teacher']),
];

const roleNames: Readonly<Record<Role, readonly string[]>> = {
  admin: ['admin', 'administrator', 'អ្នកគ្រប់គ្រង'],
  teacher: ['teacher', 'គ្រូបង្រៀន', 'គ្រូ'],
  student: ['student', 'learner', 'pupil', 'សិស្ស'],
};
const keyOf = (text: string) => trimInvisible(foldText(text));
const rolesByName = new Map(roles.flatMap((role) => roleNames[role].map((name) => [keyOf(name), role])));

interface CheckedPerson {
  readonly read: PersonLine;
  readonly stored: StoredPerson | undefined;
  /** As it would be stored; absent if it is refused. */
  readonly person?: Person;
  /** Why it is refused, by field. */
  readonly problems?: Problems;
}

export function createPeopleImporter(stored: People, writer: EntityWriter): Importer {
  return {
    kind: 'people',
    service: 'users',
    entity: 'user',
    writers: { [entityName]: writer },
    table: {
      fields: personFields,
      async check(rows, reporter) {
        const people = await checkPeople(stored, rows());
        const admins = people.filter(becomesAdmin).length;
        for (const one of people) await report(one, admins, reporter);
      },
    },
  };
}

async function checkPeople(stored: People, rows: AsyncIterable<PersonLine>): Promise<CheckedPerson[]> {
  const lines: PersonLine[] = [];
  for await (const row of rows) {
    if (lines.length === maxImportedPeople) throw new ImportFileError(userMessages.tooManyToImport);
    lines.push(row);
  }
  const emails = lines.map(({ values }) => formSchema.shape.email.safeParse(values.email).data);
  const present = await stored.findByEmail(emails.filter((one) => one !== undefined));
  let activeAdmins = await stored.countActiveAdmins();
  const firstLines = new Map<string, number>();
  return lines.map((read, at) => {
    // Empty when it is not valid.
    const address = emails[at] ?? '';
    const before = present.get(address);
    const line = { read, stored: before };
    const checked: CheckedPerson = { ...line, ...checkPerson(read, before) };
    const earlier = firstLines.get(address);
    if (earlier !== undefined)
      return { ...line, problems: { email: [`This address is in line ${earlier}, too`] } };
    if (address) firstLines.set(address, read.line);
    const { person } = checked;
    if (!person || !before?.isActive || before.role !== 'admin' || person.role === 'admin') return checked;
    if (activeAdmins === 1) return { ...line, problems: { role: [userMessages.lastAdminRole] } };
    activeAdmins -= 1;
    return checked;
  });
}

/** The rules of the form, without the role: it has names in two languages. */
const formSchema = registerBody.pick({ firstName: true, lastName: true, email: true });

/** Checks a line. An empty cell changes nothing of a stored person; a new one without a role is a student. */
function checkPerson(
  { values }: PersonLine,
  stored: StoredPerson | undefined,
): Pick<CheckedPerson, 'person' | 'problems'> {
  function textOf(name: FieldName): string {
    const before = stored?.[name] ?? '';
    // Sheets are full of spaces at the ends; a name that is stored with some is the same.
    return isBlank(values[name]) || values[name] === before ? before : trimInvisible(values[name]);
  }
  const typed = { firstName: textOf('firstName'), lastName: textOf('lastName'), email: textOf('email') };
  const parsed = formSchema.safeParse(typed);
  const problems = parsed.success ? {} : validationMessagesByField(parsed.error);
  const role = isBlank(values.role) ? (stored?.role ?? 'student') : rolesByName.get(keyOf(values.role));
  if (!role) problems.role = [userMessages.unknownRole];
  else if (stored && !mayBecome(stored.role, role)) problems.role = [userMessages.roleChange];
  return parsed.success && role && !problems.role ? { person: { ...parsed.data, role } } : { problems };
}

const becomesAdmin = ({ person, stored }: CheckedPerson) =>
  person?.role === 'admin' && stored?.role !== 'admin';

/** @param admins how many people the file makes administrators */
async function report(checked: CheckedPerson, admins: number, reporter: CheckReporter): Promise<void> {
  const { read, person, stored, problems } = checked;
  const changed = personFields.filter(({ name }) => person && stored && person[name] !== stored[name]);
  const warning =
    becomesAdmin(checked) && admins > 1 ? [`This file makes ${admins} people administrators`] : [];
  const target = stored ? { id: stored._id, version: stored.version } : null;
  const payload = stored ? Object.fromEntries(changed.map(({ name }) => [name, person?.[name]])) : person;
  const isWritten = !stored || changed.length > 0;
  await reporter.addLine(
    {
      ...{ read, thing: entityName, title: person?.email ?? read.values.email, problems },
      notes: [...changed.map(({ label }) => label), ...warning],
    },
    payload && isWritten ? { target, payload, ...(stored && { current: stored }) } : undefined,
  );
}
