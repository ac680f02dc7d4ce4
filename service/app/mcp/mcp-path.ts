/** Where the practice MCP server is, and below it those of this computer. */
export const MCP_PATH = '/local/mcp'
