import { useEffect, useState } from 'react'

/** An address under which the page can show a blob, for as long as the component shows it. */
export function useBlobUrl(blob: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ blob: Blob; url: string }>()
  useEffect(() => {
    if (blob === undefined) return undefined
    const url = URL.createObjectURL(blob)
    setMade({ blob, url })
    return () => URL.revokeObjectURL(url)
  }, [blob])
  return made !== undefined && made.blob === blob ? made.url : undefined
}
