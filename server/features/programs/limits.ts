/** Tools that one program is offered by the Model Context Protocol; those of more sections are not. */
export const MCP_TOOLS = 500;
