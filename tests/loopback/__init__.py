"""A Discord on this machine: REST API, gateway, CDN and interactions over real sockets, and its people.

The bot, discord.py and aiohttp run against it unmodified; the setting `DISCORD_API` leads them here. What the
bot sends is checked against Discord's own description of its API (`openapi/`, MIT) and against the rules
that it leaves out (`rules`). Requests, connections and the gateway can be broken in the ways Discord breaks
them.
"""
