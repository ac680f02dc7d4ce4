import { expect, test } from '../support/fixtures.ts'
import { ToolsScreen } from '../support/tools-screen.ts'

test('behavior: Stop ends a run within a few turns of the page', async ({ chat, page }, {
  annotations,
}) => {
  const tools = new ToolsScreen(page)
  await tools.practice()
  await chat.say('Call slow with 60 seconds.')
  await tools.decide('Allow once')
  await expect(tools.status).toContainText('calling slow')
  const stop = page
    .getByRole('region', { name: 'Tool runs' })
    .getByRole('button', { name: 'Stop', exact: true })
  const failed = page.waitForEvent('requestfailed', (request) =>
    request.url().endsWith('/local/mcp'),
  )
  const stopped = stop.evaluate((button) => {
    const status = document.querySelector('[aria-label="Tool run"]')
    return new Promise<{ tasks: number; ms: number }>((resolve) => {
      let tasks = 0
      let pressed = 0
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => {
        if (status?.textContent !== 'Stopped.') {
          tasks += 1
          channel.port2.postMessage('')
          return
        }
        channel.port1.close()
        resolve({ tasks, ms: performance.now() - pressed })
      })
      // Counted are the turns of the page, which a busy machine makes longer, not more.
      button.addEventListener('click', () => {
        pressed = performance.now()
        channel.port1.start()
        channel.port2.postMessage('')
      })
    })
  })
  await stop.click()
  const { tasks, ms } = await stopped
  await failed
  annotations.push({ type: 'Stop', description: `${tasks} turns, ${ms.toFixed(1)} ms` })
  expect(tasks).toBeLessThan(5)
})
