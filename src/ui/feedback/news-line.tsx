import { Button } from '../controls/button.tsx'

/** What was just done, and the way back where there is one. */
export interface News {
  text: string
  undo?: () => void
}

/** Says what was just done; always there, so that it is read out when it changes. */
export function NewsLine({ news }: { news: News | undefined }) {
  return (
    <output className={news === undefined ? 'sr-only' : 'flex items-center gap-2 px-2 text-text-2'}>
      {news?.text}
      {news?.undo !== undefined && (
        <Button variant="ghost" className="text-accent!" onClick={news.undo}>
          Undo
        </Button>
      )}
    </output>
  )
}
