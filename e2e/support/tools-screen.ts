import { expect, type Locator, type Page } from '@playwright/test'

import { PASSPHRASE, VaultScreen } from './vault-screen.ts'

/** Tool servers and the runs of tools, as a person knows them: by roles and names. */
export class ToolsScreen {
  readonly page: Page
  /** In Settings. */
  readonly servers: Locator
  readonly tools: Locator
  readonly automatic: Locator
  readonly status: Locator
  readonly approval: Locator

  constructor(page: Page) {
    this.page = page
    this.servers = page.getByRole('region', { name: 'Tool servers' })
    this.tools = this.servers.getByRole('list', { name: 'Tools', exact: true })
    this.automatic = page.getByRole('switch', { name: 'Run tools automatically' })
    this.status = page.getByRole('status', { name: 'Tool run' })
    this.approval = page.getByRole('dialog', { name: 'Allow this tool?' })
  }

  /** Connects to a tool server, the practice server unless said otherwise. */
  async connect(url = new URL('/local/mcp', this.page.url()).href, key = ''): Promise<void> {
    await this.servers.getByRole('button', { name: 'Add tool server' }).click()
    await this.servers.getByRole('textbox', { name: 'Server URL' }).fill(url)
    if (key !== '') await this.servers.getByLabel('Authorization').fill(key)
    await this.servers.getByRole('button', { name: 'Connect server' }).click()
    await expect(this.tools.getByRole('checkbox').first()).toBeVisible()
  }

  /** Connects to a tool server whose key is remembered, and lets its tools run. */
  async connectRemembered(url: string, key: string): Promise<void> {
    await this.servers.getByRole('button', { name: 'Add tool server' }).click()
    await this.servers.getByRole('textbox', { name: 'Server URL' }).fill(url)
    await this.servers.getByLabel('Authorization').fill(key)
    await this.servers.getByRole('switch', { name: 'Remember this key' }).click()
    await this.servers.getByRole('button', { name: 'Connect server' }).click()
    const vault = new VaultScreen(this.page)
    await vault.unlockWith(PASSPHRASE)
    await expect(vault.unlock).toBeHidden()
    await this.runAutomatically()
  }

  /** Connects the practice server by the button that offers it, and lets its tools run. */
  async practice(): Promise<void> {
    await this.servers.getByRole('button', { name: 'Add tool server' }).click()
    await this.servers.getByRole('button', { name: 'Practice server', exact: true }).click()
    await this.servers.getByRole('button', { name: 'Connect server' }).click()
    await expect(this.tools.getByRole('checkbox')).toHaveCount(6)
    await this.runAutomatically()
  }

  /** The calls that the page sends to the practice server from now on: name and arguments. */
  callsFromNow(): string[] {
    const calls: string[] = []
    this.page.on('request', (request) => {
      const message = request.url().endsWith('/local/mcp') ? request.postDataJSON() : undefined
      if (message?.method === 'tools/call')
        calls.push(`${message.params.name} ${JSON.stringify(message.params.arguments)}`)
    })
    return calls
  }

  async runAutomatically(): Promise<void> {
    await this.automatic.click()
    await expect(this.automatic).toBeChecked()
  }

  /** Decides about the call that is asked about. */
  async decide(name: 'Allow once' | 'Allow in this conversation' | 'Deny'): Promise<void> {
    const call = (await this.approval.textContent()) ?? ''
    await this.approval.getByRole('button', { name, exact: true }).click()
    // The next call may be asked about at once.
    await expect(this.approval.filter({ hasText: call })).toBeHidden()
  }
}
