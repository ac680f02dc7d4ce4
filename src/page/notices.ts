import { createNotices } from '../core/notices/notices.ts'
import { localText } from '../core/storage/db/browser-storage.ts'
import { showToast } from '../ui/feedback/toast.tsx'

/** How this page reports that something ended. */
export const notices = createNotices({
  document,
  storage: localText,
  notifications:
    'Notification' in window
      ? {
          permission: () => Notification.permission,
          request: () => Notification.requestPermission(),
          show: (text, tag, onPress) => {
            const shown = new Notification(text, { tag, body: 'Vendor Playground' })
            shown.addEventListener('click', () => {
              window.focus()
              onPress()
              shown.close()
            })
          },
        }
      : undefined,
  showToast,
})
