import { HistoryPanel } from '../features/history/history-panel.tsx'
import { useLocation } from '../ui/hooks/location.tsx'
import { newChat } from './new-chat.ts'
import { readRoute } from './read-route.ts'
import { shellStore } from './shell-store.ts'

/** The history; on a phone it closes when a conversation is opened. */
export function HistoryPart() {
  const [pathname, navigate] = useLocation()
  const currentId = readRoute(pathname)?.conversationId
  const close = () => shellStore.setState({ historySheet: false })
  return (
    <HistoryPanel
      {...(currentId === undefined ? {} : { currentId })}
      onGo={(path) => {
        close()
        navigate(path)
      }}
      onNewChat={() => {
        close()
        newChat(navigate)
      }}
    />
  )
}
