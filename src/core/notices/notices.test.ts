import { describe, expect, it } from 'vitest'

import { createNotices } from './notices.ts'

function scene(permission: NotificationPermission | undefined, answer = permission) {
  const document = Object.assign(new EventTarget(), {
    visibilityState: 'visible' as DocumentVisibilityState,
    title: 'Chat',
  })
  const stored = new Map<string, string>()
  const toasts: string[] = []
  const shown: { text: string; tag: string; press: () => void }[] = []
  let asked = 0
  let current = permission
  const world = {
    document,
    storage: {
      load: (key: string) => stored.get(key),
      save: (key: string, text: string) => {
        stored.set(key, text)
        return true
      },
    },
    notifications:
      current === undefined
        ? undefined
        : {
            permission: () => current ?? 'default',
            request: () => {
              asked += 1
              current = answer
              return Promise.resolve(answer ?? 'default')
            },
            show: (text: string, tag: string, press: () => void) =>
              void shown.push({ text, tag, press }),
          },
    showToast: (text: string) => void toasts.push(text),
  }
  const see = (visibilityState: DocumentVisibilityState) => {
    document.visibilityState = visibilityState
    document.dispatchEvent(new Event('visibilitychange'))
  }
  return { notices: createNotices(world), world, document, toasts, shown, see, asked: () => asked }
}

const DONE = { text: 'Video job done', tag: 'a' }

describe('a notice', () => {
  it('is a toast where the page is seen, and asks for nothing', () => {
    const { notices, toasts, shown, asked, document } = scene('default')
    notices.notify(DONE)
    expect([toasts, shown, asked(), document.title]).toEqual([[DONE.text], [], 0, 'Chat'])
  })

  it('marks the title of a hidden page until it is seen, and is a toast then', () => {
    const { notices, toasts, see, document, shown } = scene('granted')
    see('hidden')
    notices.notify(DONE)
    notices.notify({ ...DONE, tag: 'b' })
    expect([document.title, toasts, shown]).toEqual(['● Chat', [], []])
    see('visible')
    see('visible')
    expect([document.title, toasts]).toEqual(['Chat', [DONE.text, DONE.text]])
  })

  it('is a notification once a person pressed and the browser allows it', async () => {
    const { notices, see, shown } = scene('default', 'granted')
    expect([notices.isOn(), notices.isOffered()]).toEqual([false, true])
    expect(await notices.turnOn()).toBe(true)
    expect([notices.isOn(), notices.isOffered()]).toEqual([true, false])
    see('hidden')
    let opened = 0
    notices.notify({
      ...DONE,
      show: () => {
        opened += 1
      },
    })
    expect(shown).toMatchObject([DONE])
    shown[0]?.press()
    expect(opened).toBe(1)
  })

  it('is none where the person or the browser refuses', async () => {
    const refused = scene('default', 'denied')
    expect(await refused.notices.turnOn()).toBe(false)
    expect([refused.notices.isOn(), refused.notices.isOffered()]).toEqual([false, false])
    const without = scene(undefined)
    expect(await without.notices.turnOn()).toBe(false)
    expect(without.notices.isOffered()).toBe(false)
  })

  it('leaves the title where showing it fails', async () => {
    const { notices, world, see, document } = scene('default', 'granted')
    await notices.turnOn()
    if (world.notifications !== undefined)
      world.notifications.show = () => {
        throw new TypeError('Illegal constructor')
      }
    see('hidden')
    notices.notify(DONE)
    expect(document.title).toBe('● Chat')
  })
})
