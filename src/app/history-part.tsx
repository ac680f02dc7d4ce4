import { newChat } from '../features/chat/start-new-chat.ts'
import { HistoryPanel } from '../features/history/history-panel.tsx'
import { useLocation } from '../ui/hooks/location.tsx'
import { Sheet } from '../ui/overlays/sheet.tsx'
import { ErrorBoundary } from './errors/error-boundary.tsx'
import { readRoute } from './read-route.ts'
import { shellStore, toggleHistory } from './shell-store.ts'

/** The history beside a chat; on a phone it closes when a conversation is opened. */
export function HistorySheet() {
  const [pathname, navigate] = useLocation()
  const currentId = readRoute(pathname)?.conversationId
  const close = () => shellStore.setState({ historySheet: false })
  return (
    <Sheet title="History" onClose={toggleHistory} className="w-56 lg:w-64">
      <ErrorBoundary>
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
      </ErrorBoundary>
    </Sheet>
  )
}
