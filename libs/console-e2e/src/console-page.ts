import type { Locator, Page } from 'playwright-core';

/** Operates the console like a user. Each method throws when the page's timeout passes before it finds what it needs. */
export class ConsolePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async signIn(url: string, account: { email: string; password: string }): Promise<void> {
    await this.page.goto(url);
    await this.page.getByLabel('Email').fill(account.email);
    await this.page.getByLabel('Password', { exact: true }).fill(account.password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await this.page.getByRole('heading', { name: 'Dashboard Overview' }).waitFor();
  }

  /** Opens a view from the sidebar, which is a drawer on a narrow screen. */
  async openView(label: string): Promise<void> {
    await this.page.getByRole('banner').waitFor();
    const drawer = this.page.getByRole('button', { name: 'Open menu' });
    if (await drawer.isVisible()) await drawer.click();
    await this.page
      .getByRole('navigation', { name: 'Views' })
      .getByRole('link', { name: label, exact: true })
      .click();
  }

  /** Opens a view from the menu `Tools`. */
  async openFromTools(label: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Tools' }).click();
    await this.page.getByRole('menuitem', { name: label, exact: true }).click();
  }

  /** Clicks the header's button and returns the dialog that opens. */
  async openActionDialog(action: string): Promise<Locator> {
    await this.page.getByRole('banner').getByRole('button', { name: action }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.waitFor();
    return dialog;
  }

  /** Chooses an action of the menu of a row or card: `chooseRowAction('Greetings', 'Delete')`. */
  async chooseRowAction(row: string, action: string): Promise<void> {
    await this.page
      .getByRole('button', { name: `More actions for ${row}`, exact: true })
      .first()
      .click();
    await this.page.getByRole('menuitem', { name: action, exact: true }).click();
  }

  /** Picks an option of a select by its label. */
  async selectOption(within: Locator, field: string, option: string): Promise<void> {
    await within.getByRole('combobox', { name: field }).click();
    await this.page.getByRole('option', { name: option, exact: true }).click();
  }

  /** Waits for a toast. */
  async waitForToast(text: string): Promise<void> {
    await this.page.getByText(text, { exact: true }).first().waitFor();
  }

  /** Returns the text of a dashboard card: `Total Lessons 14 …`. */
  dashboardCard(label: string): Locator {
    const heading = this.page.getByRole('heading', { name: label, exact: true });
    return this.page.getByRole('main').locator('section').filter({ has: heading });
  }
}
