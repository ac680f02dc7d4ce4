import { Button } from '../../../ui/controls/button.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'

/** Leads from the models of this machine to one's own. */
export function ConnectOwn() {
  const [path, navigate] = useLocation()
  return (
    <Button variant="ghost" className="px-1!" onClick={() => navigate(`${path}?connect=new`)}>
      Connect Ollama, OpenAI, your own
    </Button>
  )
}
