/** How a model of the local service begins where it has nothing to say to a message. */
export const NO_ANSWER = [
  'I have no built-in answer to this:',
  'This is where a real model would answer:',
  'Your message arrived, but I have no built-in answer to it:',
  'A real model could say more about this:',
] as const
