import { Button } from '../../../ui/controls/button.tsx'
import { useLocation } from '../../../ui/hooks/location.tsx'

/** Goes back to the request that the balance was too low for; nothing where a person came on their own. */
export function ReturnButton({ variant }: { variant: 'primary' | 'plain' }) {
  const [, navigate] = useLocation()
  const path = returnPath()
  return (
    path !== undefined && (
      <Button variant={variant} onClick={() => navigate(path)}>
        Back to your request
      </Button>
    )
  )
}

/** Where that request waits; from `?return=` and only ever a path of this page. */
export function returnPath(): string | undefined {
  const path = new URLSearchParams(location.search).get('return')
  return path !== null && /^\/(?:chat|image|explore)(?:\/[\w-]{1,64})?$/.test(path)
    ? path
    : undefined
}
