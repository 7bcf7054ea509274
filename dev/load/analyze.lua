-- For wrk: the analysis of a follow, sent again and again.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"seat": "landlord_down", "hand": "34567899JJQQKA22D", "bottom": "4KX", "history": ["TT"]}'
