// Sends each line of the input by the generated Go client: operation, types of request and answer, body.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"paili"
	"strings"
)

func read[T any](body string) T {
	var value T
	if err := json.Unmarshal([]byte(body), &value); err != nil {
		panic(err)
	}
	return value
}

func result[T any](answer *T, response *http.Response, err error) (any, error) { return answer, err }

func main() {
	settings := paili.NewConfiguration()
	settings.Servers = paili.ServerConfigurations{{URL: os.Args[1]}}
	client, all := paili.NewAPIClient(settings), context.Background()
	play := client.PlayAPI
	send := map[string]func(string) (any, error){
		"analyze": func(b string) (any, error) { return result(play.Analyze(all).AnalyzeRequest(read[paili.AnalyzeRequest](b)).Execute()) },
		"move":    func(b string) (any, error) { return result(play.Move(all).MoveRequest(read[paili.MoveRequest](b)).Execute()) },
		"check":   func(b string) (any, error) { return result(play.Check(all).CheckRequest(read[paili.CheckRequest](b)).Execute()) },
		"bid":     func(b string) (any, error) { return result(play.Bid(all).BidRequest(read[paili.BidRequest](b)).Execute()) },
		"deal":    func(b string) (any, error) { return result(play.Deal(all).DealRequest(read[paili.DealRequest](b)).Execute()) },
		"tribute": func(b string) (any, error) { return result(play.Tribute(all).TributeRequest(read[paili.TributeRequest](b)).Execute()) },
		"game":    func(b string) (any, error) { return result(play.Game(all).GameRequest(read[paili.GameRequest](b)).Execute()) },
		"review":  func(b string) (any, error) { return result(play.Review(all).ReviewRequest(read[paili.ReviewRequest](b)).Execute()) },
		"records": func(b string) (any, error) { return result(play.Records(all).RecordsRequest(read[paili.RecordsRequest](b)).Execute()) },
		"solve":   func(b string) (any, error) { return result(play.Solve(all).SolveRequest(read[paili.SolveRequest](b)).Execute()) },
		"batch":   func(b string) (any, error) { return result(play.Batch(all).BatchRequest(read[paili.BatchRequest](b)).Execute()) },
		"variants": func(string) (any, error) { return result(client.GamesAPI.Variants(all).Execute()) },
	}
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		parts := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		answer, err := send[parts[0]](parts[3])
		if refused, ok := err.(*paili.GenericOpenAPIError); ok && answer != nil && len(refused.Body()) > 0 {
			var problem struct {
				Status int
				Errors []struct{ Code string }
			}
			if json.Unmarshal(refused.Body(), &problem) == nil && len(problem.Errors) > 0 {
				answer = map[string]any{"status": problem.Status, "code": problem.Errors[0].Code}
				err = nil
			}
		}
		if err != nil {
			panic(fmt.Sprint(parts[0], " ", err))
		}
		text, err := json.Marshal(answer)
		if err != nil {
			panic(err)
		}
		fmt.Println(string(text))
	}
}
