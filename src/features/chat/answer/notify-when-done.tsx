import { notices } from '../../../page/notices.ts'
import { NotifyMe } from '../../../ui/feedback/notify-me.tsx'

/** Beside a response that takes long. */
export function NotifyWhenDone() {
  return <NotifyMe notices={notices} />
}
