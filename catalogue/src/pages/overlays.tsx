import {
  Button,
  ChevronDownIcon,
  ConfirmDialog,
  DeleteDialog,
  Dialog,
  DropdownMenu,
  FormField,
  IconButton,
  InfoIcon,
  Inline,
  LogOutIcon,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
  PencilIcon,
  Text,
  TextInput,
  Tooltip,
  TrashIcon,
} from '@khmer-learning/ui-kit';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { Opened } from '../opened.tsx';
import { khmerSentence, khmerText, longText, longWord, withTexts } from '../sample-texts.ts';

const never = () => new Promise(() => {});
const fail = (message: string) => () => Promise.reject(new Error(message));

const Confirm = (props: Partial<ComponentProps<typeof ConfirmDialog>>) => (
  <Opened>
    {(close) => (
      <ConfirmDialog
        open
        onOpenChange={close}
        title="Send the refund?"
        description="The learner gets $4.20."
        confirmLabel="Send refund"
        onConfirm={() => {}}
        {...props}
      />
    )}
  </Opened>
);

export const confirmDialogPage = defineComponentPage({
  components: { ConfirmDialog },
  purpose: 'Asks before an action. A click outside does not close it.',
  examples: {
    default: () => <Confirm />,
    dangerous: () => (
      <Confirm title="Leave without saving?" confirmLabel="Leave" cancelLabel="Stay" dangerous />
    ),
    loading: () => <Confirm confirmingLabel="Sending..." onConfirm={never} />,
    error: () => <Confirm onConfirm={fail('The payment provider did not answer.')} />,
    disabled: () => (
      <Confirm confirmDisabled>
        <Text>The amount is being checked.</Text>
      </Confirm>
    ),
    'long text': () => <Confirm title={longText} description={longWord} />,
    'Khmer text': () => <Confirm title={khmerText} description={<span lang="km">{khmerSentence}</span>} />,
  },
  keyboard: { Tab: 'Stays in the dialog. Cancel has the first focus.', Esc: 'Cancels.' },
  dos: ['Name the action on the button: Send refund.'],
  donts: ['Do not ask where Undo is possible.', 'Do not label the button OK.'],
});

const Delete = (props: Partial<ComponentProps<typeof DeleteDialog>>) => (
  <Opened label="Delete" variant="danger">
    {(close) => (
      <DeleteDialog
        open
        onOpenChange={close}
        itemType="lesson"
        itemName="Greetings"
        onConfirm={() => {}}
        {...props}
      />
    )}
  </Opened>
);

export const deleteDialogPage = defineComponentPage({
  components: { DeleteDialog },
  purpose: 'Asks before an item is deleted.',
  examples: {
    default: () => <Delete />,
    'with a consequence': () => (
      <Delete itemType="main lesson" consequence="3 lessons will be deleted as well" />
    ),
    loading: () => <Delete onConfirm={never} />,
    error: () => <Delete onConfirm={fail('The lesson is used by a quiz.')} />,
    disabled: () => <Delete confirmDisabled />,
    'long text': () => <Delete itemName={longWord} />,
    'Khmer text': () => <Delete itemName={khmerText} />,
  },
  keyboard: { Tab: 'Stays in the dialog. Cancel has the first focus.', Esc: 'Cancels.' },
  dos: ['Name what goes with the item in consequence.'],
  donts: ['Do not delete an item without it.'],
});

const Form = (props: Partial<ComponentProps<typeof Dialog>>) => (
  <Opened>
    {(close) => (
      <Dialog
        title="New user"
        description="They get an e-mail with a link."
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Create
            </Button>
          </>
        }
        {...props}
        open
        onOpenChange={close}
      >
        {props.children ?? (
          <FormField label="E-mail">
            <TextInput type="email" />
          </FormField>
        )}
      </Dialog>
    )}
  </Opened>
);

export const dialogPage = defineComponentPage({
  components: { Dialog },
  purpose: 'A form or details above the page.',
  examples: {
    default: () => <Form />,
    small: () => <Form size="small" />,
    large: () => <Form size="large" />,
    'full screen': () => <Form size="full" headerEnd={<Text size="small">Auto-saved 10:42</Text>} />,
    'long text': () => (
      <Form title={longText} description={longText}>
        <Text>{`${longText}. `.repeat(60)}</Text>
      </Form>
    ),
    'Khmer text': () => (
      <Form title={khmerText} description={khmerText}>
        <Text>{khmerSentence}</Text>
      </Form>
    ),
  },
  keyboard: {
    Tab: 'Stays in the dialog. The first field has the first focus.',
    Esc: 'Closes the topmost dialog. Focus returns to the button that opened it.',
  },
  dos: ['Use full for forms with many fields.', 'Keep open true to stay open, for example while saving.'],
  donts: ['Do not open a second dialog except for a question.'],
});

function Menu({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu align="start" trigger={<Button icon={<ChevronDownIcon aria-hidden="true" />}>Menu</Button>}>
      {children}
    </DropdownMenu>
  );
}

function Languages() {
  const [value, setValue] = useState('en');
  return (
    <Menu>
      <MenuRadioGroup
        label="Language"
        value={value}
        onValueChange={setValue}
        options={[
          { value: 'en', label: 'English' },
          { value: 'km', label: 'ខ្មែរ' },
        ]}
      />
    </Menu>
  );
}

const ignore = () => {};

export const dropdownMenuPage = defineComponentPage({
  components: { DropdownMenu, MenuItem, MenuGroup, MenuLabel, MenuRadioGroup, MenuSeparator },
  purpose: 'A menu of actions or settings behind a button.',
  examples: {
    default: () => (
      <Menu>
        <MenuLabel>Greetings</MenuLabel>
        <MenuItem icon={<PencilIcon aria-hidden="true" />} onSelect={ignore}>
          Edit
        </MenuItem>
        <MenuItem icon={<TrashIcon aria-hidden="true" />} dangerous onSelect={ignore}>
          Delete
        </MenuItem>
        <MenuSeparator />
        <MenuGroup label="Account">
          <MenuItem icon={<LogOutIcon aria-hidden="true" />} onSelect={ignore}>
            Sign out
          </MenuItem>
        </MenuGroup>
      </Menu>
    ),
    'radio group': Languages,
    disabled: () => (
      <Menu>
        <MenuItem disabled onSelect={ignore}>
          Delete
        </MenuItem>
      </Menu>
    ),
    'long text': () => (
      <Menu>
        <MenuLabel>{longText}</MenuLabel>
        <MenuItem onSelect={ignore}>{longText}</MenuItem>
      </Menu>
    ),
    'Khmer text': () => (
      <Menu>
        <MenuItem onSelect={ignore}>{khmerText}</MenuItem>
      </Menu>
    ),
  },
  keyboard: {
    'Enter, Space, Arrow Down': 'Opens the menu.',
    'Arrow keys, Home, End': 'Go through the items.',
    Letters: 'Go to the item that starts with them.',
    Esc: 'Closes the menu. Focus returns to its button.',
  },
  dos: ['Put destructive items last.'],
  donts: ['Do not use it to choose the value of a field: use Select.'],
});

export const tooltipPage = defineComponentPage({
  components: { Tooltip },
  purpose: 'A short explanation on hover and keyboard focus.',
  examples: {
    default: () => (
      <Inline>
        <Tooltip text="Learners see it at once">
          <Button>Publish</Button>
        </Tooltip>
        <IconButton label="An IconButton has one already" icon={<InfoIcon aria-hidden="true" />} />
      </Inline>
    ),
    side: () => (
      <Tooltip text="On the right" side="right">
        <Button>Publish</Button>
      </Tooltip>
    ),
    ...withTexts((text) => (
      <Tooltip text={text}>
        <Button>Publish</Button>
      </Tooltip>
    )),
  },
  keyboard: { Tab: 'Shows it on focus.', Esc: 'Hides it.' },
  dos: ['Use a few words.'],
  donts: [
    'Do not put an information only here: touch screens have no hover.',
    'Do not put a link or button into it.',
  ],
});
