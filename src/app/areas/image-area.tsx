import { attachFiles } from '../../features/chat/attachments/drop-files.ts'
import { ImagePage } from '../../features/image/image-page.tsx'
import { useLocation } from '../../ui/hooks/location.tsx'

/** The Image area, with the way to the other areas: no area knows another. */
export function ImageArea() {
  const [, navigate] = useLocation()
  return (
    <ImagePage
      onOpenInChat={(file) => {
        attachFiles([file])
        navigate('/chat')
      }}
    />
  )
}
