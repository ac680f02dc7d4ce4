/** The shortcuts of the shell: what listens, tooltips, the palette and the list of them read these. */
export const keys = {
  palette: 'mod+k',
  newChat: 'mod+shift+o',
  model: 'mod+/',
  inspector: 'mod+i',
  shortcuts: '?',
} as const
