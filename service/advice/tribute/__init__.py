"""The tribute 进贡 of Guandan. Modules, lowest first; imports go down this list.

advice            the card to pay or to return
flow              the exchange of a new deal: cards due, the leader, the hands after it
finished_tribute  check of the cards of a finished exchange
"""
