/** Fetches the Markdown renderer; the browser keeps it after the first time. */
export const loadMarkdown = () => import('../../../ui/markdown/view/markdown.tsx')
