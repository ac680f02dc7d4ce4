import type { TextStorage } from '../storage/db/browser-storage.ts'

/** Set once a person wants notifications. */
const KEY = 'playground.notices'

/** Before the title of a page in which something ended that nobody has seen. */
const MARK = '● '

/** What notices touch outside themselves. */
export interface NoticesWorld {
  document: Pick<Document, 'visibilityState' | 'title' | 'addEventListener' | 'removeEventListener'>
  storage: Pick<TextStorage, 'load' | 'save'>
  /** The notifications of the browser; undefined where it has none. */
  notifications: BrowserNotifications | undefined
  showToast: (text: string, action?: { label: string; run: () => void }) => void
}

interface BrowserNotifications {
  permission(): NotificationPermission
  /** Asks the person, as the browser does. */
  request(): Promise<NotificationPermission>
  /** May throw: some browsers of phones leave them to service workers. */
  show(text: string, tag: string, onPress: () => void): void
}

interface Notice {
  /** Says that it ended, and nothing of what it is about: it may stand on a locked screen. */
  text: string
  /** The same for the same news: of several tabs one notification is left. */
  tag: string
  /** Shows what ended. */
  show?: () => void
}

/** How a person learns that something ended. */
export interface Notices {
  /** Whether a person wanted notifications, and the browser shows them. */
  isOn(): boolean
  /** Whether a press can turn them on. */
  isOffered(): boolean
  /** Asks the browser, for a person who pressed. Resolves to whether they are on. */
  turnOn(): Promise<boolean>
  /** A toast where the page is seen; else a mark in its title, and a notification if they are on. */
  notify(notice: Notice): void
}

export function createNotices(world: NoticesWorld): Notices {
  const { document, storage, notifications, showToast } = world
  const isOn = () => storage.load(KEY) === 'on' && notifications?.permission() === 'granted'
  let unseen: Notice[] = []
  const toast = ({ text, show }: Notice) => showToast(text, show && { label: 'Show', run: show })
  const onSeen = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onSeen)
    if (document.title.startsWith(MARK)) document.title = document.title.slice(MARK.length)
    for (const notice of unseen) toast(notice)
    unseen = []
  }
  return {
    isOn,
    isOffered: () =>
      notifications !== undefined && notifications.permission() !== 'denied' && !isOn(),
    turnOn: async () => {
      if ((await notifications?.request()) !== 'granted') return false
      return storage.save(KEY, 'on')
    },
    notify: (notice) => {
      if (document.visibilityState === 'visible') {
        toast(notice)
        return
      }
      unseen = [...unseen, notice]
      if (!document.title.startsWith(MARK)) document.title = MARK + document.title
      document.addEventListener('visibilitychange', onSeen)
      if (!isOn()) return
      try {
        notifications?.show(notice.text, notice.tag, () => notice.show?.())
      } catch {
        // The title and the toast are left.
      }
    },
  }
}
