import { afterEach, expect, it, vi } from 'vitest'

import { createChannel } from './channel.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('reaches this tab at once and the others a moment later', async () => {
  const here = createChannel<string>('news')
  const elsewhere = createChannel<string>('news')
  const heard: string[] = []
  here.subscribe((news) => heard.push(`here: ${news}`))
  here.subscribeOtherTabs((news) => heard.push(`not its own: ${news}`))
  elsewhere.subscribeOtherTabs((news) => heard.push(`elsewhere: ${news}`))
  here.publish('changed')
  expect(heard).toEqual(['here: changed'])
  await expect.poll(() => heard).toEqual(['here: changed', 'elsewhere: changed'])
})

it('calls nobody back who has stopped listening', async () => {
  const here = createChannel<string>('stopped')
  const elsewhere = createChannel<string>('stopped')
  const heard: string[] = []
  const stop = here.subscribe((news) => heard.push(news))
  const stopOthers = here.subscribeOtherTabs((news) => heard.push(news))
  stop()
  stopOthers()
  here.publish('one')
  elsewhere.publish('two')
  here.subscribe((news) => heard.push(news))
  elsewhere.publish('three')
  await expect.poll(() => heard).toContain('three')
  expect(heard).not.toContain('one')
})

it('reaches this tab where the browser has no channels', () => {
  vi.stubGlobal('BroadcastChannel', undefined)
  const channel = createChannel<string>('alone')
  const heard: string[] = []
  const stop = channel.subscribe((news) => heard.push(news))
  channel.publish('changed')
  stop()
  expect(heard).toEqual(['changed'])
})
